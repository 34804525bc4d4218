import { randomUUID } from 'node:crypto';
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
  newProductOf,
  newSupplier,
  title,
} from './catalogue-scene.ts';
import { toast } from './orders-scene.ts';
import { call, expect, test, useSession } from './test.ts';

test.beforeEach(async ({ page }) => {
  await useSession(page, await asAdmin());
});

test.describe('products', () => {
  test('Add New Product has its fields, adds one on a double click, and goes to the products', async ({
    page,
  }) => {
    const { supplierId, supplierName } = await newSupplier();
    const productName = `Chumvi ${randomUUID().slice(0, 8)}`;
    await page.route('**/api/category', (route) => route.abort());
    await page.goto(`/app/createproduct/${supplierId}`);
    await expect(title(page)).toHaveText('Add New Product');
    await expectFields(page, {
      'Product Name': { type: 'text', required: true },
      'Product Description': { required: true },
      Price: { type: 'number', required: true },
      'Stock Level': { type: 'number', required: true },
    });
    const supplierField = page.locator('input[name="supplierId"]');
    await expect(supplierField).toHaveAttribute('type', 'hidden');
    await expect(supplierField).toBeDisabled();
    await expect(supplierField).toHaveValue(String(supplierId));

    await expect(page.getByText('The categories could not be loaded.')).toBeVisible();
    await page.unroute('**/api/category');
    await button(page, 'Retry').click();
    await expect(page.getByText('The categories could not be loaded.')).toHaveCount(0);

    const typed = {
      'Product Name': productName,
      'Product Description': 'Salt',
      Price: '35.5',
      'Stock Level': '7',
    };
    await fill(page, typed);
    await button(page, 'Add Product').click();
    await expect(field(page, 'Category')).toHaveAccessibleDescription(/required/);
    await expectAccessible(page);
    await field(page, 'Category').selectOption({ index: 1 });
    await page.route('**/api/createproduct', (route) => route.abort());
    await button(page, 'Add Product').click();
    await expect(toast(page, 'Failed to add products')).toBeVisible();
    await expectValues(page, typed);
    await page.unroute('**/api/createproduct');
    await button(page, 'Add Product').dblclick();
    await expect(toast(page, 'Product added sucessfully')).toBeVisible();
    await expect(page).toHaveURL('/app/products');
    const row = page.getByRole('row').filter({ hasText: productName });
    await expect(row).toContainText('35.50');
    await expect(row).toContainText(supplierName);
    expect(await countOf('/api/products', productName)).toBe(1);
    // All products are looked at here and changed elsewhere, by an admin too.
    await expect(page.getByRole('columnheader', { name: 'Action' })).toHaveCount(0);
  });

  test('two people who edit one product lose nothing', async ({ page }) => {
    const { supplierId } = await newSupplier();
    const product = await newProductOf(supplierId);
    const at = `/api/product/${product.productId}`;
    await page.goto(`/app/mysupplies/${supplierId}`);
    await page.getByRole('link', { name: `Edit ${product.productName}` }).click();
    await expect(page).toHaveURL(`/app/updateproduct/${product.productId}`);
    await expectValues(page, { 'Product Name': product.productName, Price: '150' });
    await call(await asAdmin(), 'PUT', at, { productPrice: 175 });
    await fill(page, { Price: '160', 'Product Description': 'Brown sugar' });
    await button(page, 'Update Product').click();
    await expect(toast(page, 'Failed to update product')).toBeVisible();
    const price = conflictOn(page).getByRole('radiogroup', { name: 'Price' });
    await expect(price.getByLabel('Yours: 160')).toBeChecked();
    await price.getByLabel('Theirs: 175').check();
    await button(page, 'Save these').click();
    await expect(page).toHaveURL(`/app/mysupplies/${supplierId}`);
    expect(await call(await asAdmin(), 'GET', at)).toMatchObject({
      productPrice: 175,
      productDescription: 'Brown sugar',
    });
  });

  test('stock is received and adjusted with a reason, never below zero, and every change is told', async ({
    page,
  }) => {
    const { supplierId } = await newSupplier();
    const product = await newProductOf(supplierId, 12);
    await page.goto(`/app/mysupplies/${supplierId}`);
    await page.getByRole('link', { name: `Stock of ${product.productName}` }).click();
    await expect(title(page)).toHaveText(`Stock of ${product.productName}`);
    await fill(page, { Quantity: '8', Reason: 'Delivery note 41' });
    await button(page, 'Receive stock').click();
    await expect(toast(page, 'Stock received')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Showing 2 out of 2 changes' })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(/received\s*\+8\s*20\s*Delivery note 41/);

    await field(page, 'What happened').selectOption('Adjusted');
    await fill(page, { Quantity: '-21', Reason: 'Counted' });
    await button(page, 'Adjust stock').click();
    await expect(toast(page, 'Failed to change stock')).toBeVisible();
    await expectValues(page, { Quantity: '-21', Reason: 'Counted' });
    await field(page, 'Quantity').fill('-15');
    await button(page, 'Adjust stock').click();
    await expect(toast(page, 'Stock adjusted')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(/adjusted\s*-15\s*5\s*Counted/);
    await expect(page.getByText('Low', { exact: true })).toBeVisible();
    expect(await call(await asAdmin(), 'GET', `/api/product/${product.productId}`)).toMatchObject({
      stocklevel: 5,
    });
    await expectAccessible(page);
  });

  test('categories are added, renamed and deleted, unless products are in them', async ({ page }) => {
    const mark = randomUUID().slice(0, 8);
    await page.goto('/app/products');
    await page.getByRole('link', { name: 'Categories' }).click();
    await expect(title(page)).toHaveText('Categories');
    const list = page.getByRole('list', { name: 'Categories' });
    await fill(page, { 'New category': `Viungo ${mark}` });
    await button(page, 'Add category').dblclick();
    await expect(toast(page, 'Category added')).toBeVisible();
    await expect(list.getByText(`Viungo ${mark}`)).toHaveCount(1);
    await fill(page, { 'New category': `VIUNGO ${mark}` });
    await button(page, 'Add category').click();
    await expect(field(page, 'New category')).toHaveAccessibleDescription(/already a category/);

    await button(page, `Rename Viungo ${mark}`).click();
    await fill(page, { [`New name of Viungo ${mark}`]: `Mboga ${mark}` });
    await button(page, 'Rename').click();
    await expect(list.getByText(`Mboga ${mark}`, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await button(page, `Delete Mboga ${mark}`).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Category deleted')).toBeVisible();
    await expect(list.getByText(`Mboga ${mark}`, { exact: true })).toHaveCount(0);

    const used = list.getByRole('listitem').filter({ hasNotText: /\b0 products/ });
    await used
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Failed to delete category')).toBeVisible();
  });

  test('the choice of columns is remembered', async ({ page }) => {
    await page.goto('/app/products');
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByLabel('Reorder Point').check();
    await page.getByLabel('Product Description').uncheck();
    await page.reload();
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'Product Name',
      'Price',
      'Stock Level',
      'Supplier Name',
      'Category Name',
      'Reorder Point',
    ]);
  });
});
