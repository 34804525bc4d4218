import { expectAccessible } from './accessibility.ts';
import {
  asAdmin,
  button,
  conflictOn,
  countOf,
  expectFields,
  expectValues,
  field,
  fill,
  newSupplier,
  newSupplierFields,
  newUser,
  title,
} from './catalogue-scene.ts';
import { toast } from './orders-scene.ts';
import { call, expect, newSession, test, useSession } from './test.ts';

const typedFor = (supplier: ReturnType<typeof newSupplierFields>) => ({
  'Supplier Name': supplier.supplierName,
  'Contact Person': supplier.contactPerson,
  'Contact Number': supplier.contactNumber,
  Email: supplier.email,
  Address: supplier.address,
});

test.describe('suppliers', () => {
  test.beforeEach(async ({ page }) => {
    await useSession(page, await asAdmin());
  });

  test('Add New Supplier has its fields, adds one on a double click, and leads to its products', async ({
    page,
  }) => {
    const supplier = newSupplierFields();
    await page.goto('/app/suppliers');
    await page.getByRole('main').getByRole('link', { name: 'Add Supplier' }).click();
    await expect(page).toHaveURL('/app/createsupplier');
    await expect(title(page)).toHaveText('Add New Supplier');
    await expectFields(page, {
      'Supplier Name': { type: 'text', required: true },
      'Contact Person': { type: 'text', required: true },
      'Contact Number': { type: 'number', required: true },
      Email: { type: 'email', required: true },
      Address: { type: 'text', required: true },
    });
    await fill(page, typedFor(supplier));
    await button(page, 'Add Supplier').dblclick();
    await expect(toast(page, 'Supplier added sucessfully')).toBeVisible();
    await expect(page).toHaveURL('/app/suppliers');
    const row = page.getByRole('row').filter({ hasText: supplier.supplierName });
    await expect(row).toHaveCount(1);
    expect(await countOf('/api/suppliers', supplier.supplierName)).toBe(1);
    await row.getByRole('link', { name: 'View Products' }).click();
    await expect(page).toHaveURL(/\/app\/mysupplies\/\d+$/);
    await expect(title(page)).toHaveText(`Products of ${supplier.supplierName}`);
    const id = page.url().split('/').at(-1);
    await expect(page.getByRole('link', { name: 'Create Product', exact: true })).toHaveAttribute(
      'href',
      `/app/createproduct/${id}`,
    );
  });

  test('a supplier whose name is taken is refused under the field, and what was typed stays', async ({
    page,
  }) => {
    const { supplierName } = await newSupplier();
    await page.goto('/app/createsupplier');
    await button(page, 'Add Supplier').click();
    await expect(page.getByText('This field is required.')).toHaveCount(5);
    await expect(field(page, 'Supplier Name')).toBeFocused();
    await expectAccessible(page);
    const typed = { ...typedFor(newSupplierFields()), 'Supplier Name': supplierName.toUpperCase() };
    await fill(page, typed);
    await button(page, 'Add Supplier').click();
    await expect(toast(page, 'Failed to add supplier')).toContainText('already a supplier with this name');
    await expect(field(page, 'Supplier Name')).toHaveAccessibleDescription(/already a supplier/);
    await expectValues(page, typed);
  });

  test('two people who edit one supplier lose nothing', async ({ page }) => {
    const supplier = await newSupplier();
    const at = `/api/suppliers/${supplier.supplierId}`;
    await page.goto(`/app/updatesupplier/${supplier.supplierId}`);
    await expectValues(page, { 'Supplier Name': supplier.supplierName, Address: supplier.Address });
    await call(await asAdmin(), 'PUT', at, { contactPerson: 'Otieno', address: 'Kisumu' });
    await fill(page, { Address: 'Mombasa' });
    await button(page, 'Update Supplier').click();
    await expect(toast(page, 'Failed to update supplier')).toBeVisible();
    const conflict = conflictOn(page);
    const address = conflict.getByRole('radiogroup', { name: 'Address' });
    await expect(address.getByLabel('Yours: Mombasa')).toBeChecked();
    await expect(address.getByLabel('Theirs: Kisumu')).not.toBeChecked();
    await expect(conflict.getByLabel('Theirs: Otieno')).toBeChecked();
    await expect(conflict.getByRole('radiogroup')).toHaveCount(2);
    await expectAccessible(page);
    await button(page, 'Save these').click();
    await expect(page).toHaveURL('/app/suppliers');
    expect(await call(await asAdmin(), 'GET', at)).toMatchObject({
      contactPerson: 'Otieno',
      Address: 'Mombasa',
    });
  });
});

test('a company that a supplier adds is theirs', async ({ page }) => {
  await useSession(page, await newSession(await newUser('supplier')));
  const supplier = newSupplierFields();
  await page.goto('/app/suppliers');
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Add Supplier' }).click();
  await fill(page, typedFor(supplier));
  await button(page, 'Add Supplier').click();
  await expect(page.getByRole('heading', { name: 'Showing 1 out of 1 suppliers' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: supplier.supplierName })).toHaveCount(1);
});
