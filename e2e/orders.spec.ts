import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { expectAccessible } from './accessibility.ts';
import {
  addOrder,
  adminSession,
  chooseProduct,
  fillOrderForm,
  fillOrderFormOnce,
  newCustomer,
  newProduct,
  onlyOrderOf,
  orderOf,
  ordersOf,
  placeOrder,
  stockOf,
  toast,
} from './orders-scene.ts';
import { call, expect, test, withoutLiveUpdates } from './test.ts';

test.describe('Add New Order', () => {
  test('has the fields, the three methods and the total that quantity and price come to', async ({
    page,
  }) => {
    const product = await newProduct({ price: 120 });
    const { person } = await newCustomer(page);
    await page.goto('/app/createorder');
    await expect(page.getByRole('heading', { name: 'Add New Order' })).toBeVisible();
    for (const name of ['Quantity', 'Amount', 'Phone Number', 'Payment Method']) {
      await expect(page.getByLabel(name)).toHaveAttribute('required', '');
    }
    for (const name of ['Quantity', 'Amount', 'Phone Number']) {
      await expect(page.getByLabel(name)).toHaveAttribute('type', 'number');
    }
    await expect(page.getByLabel('Amount')).toBeDisabled();
    await expect(page.getByLabel('Phone Number')).toHaveValue(person.phoneNumber);
    await expect(page.getByLabel('Payment Method').locator('option')).toHaveText([
      'Cash on delivery',
      'Mpesa',
      'Paystack',
    ]);
    await page.getByRole('combobox', { name: 'Product' }).fill(product.productName);
    await expect(page.getByRole('option', { name: product.productName })).toContainText(
      'KSH 120.00 · 50 in stock',
    );
    await page.getByRole('option', { name: product.productName }).click();
    await page.getByLabel('Quantity').fill('2');
    await expect(page.getByLabel('Amount')).toHaveValue('240');
    await expect(page.getByText('Total Amount : KSH 240.00')).toBeVisible();
    await expect(page.getByLabel('Order for')).toHaveCount(0);
  });

  test('says under the fields what is missing, and focuses the first', async ({ page }) => {
    await newCustomer(page);
    await page.goto('/app/createorder');
    await addOrder(page).click();
    await expect(page.getByRole('combobox', { name: 'Product' })).toBeFocused();
    await expect(page.getByText('This field is required.')).toHaveCount(2);
  });

  test('judges what the fields hold by the time the rules have come', async ({ page }) => {
    const { person } = await newCustomer(page);
    const [rules, number] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/order-form-schema-*.js', (route) => rules.promise.then(() => route.continue()));
    await page.route('**/api/users/*', (route) => number.promise.then(() => route.continue()));
    await page.goto('/app/createorder');
    await addOrder(page).click();
    await expect(page.getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
    number.resolve();
    await expect(page.getByLabel('Phone Number')).toHaveValue(person.phoneNumber);
    rules.resolve();
    await expect(page.getByRole('combobox', { name: 'Product' })).toBeFocused();
    await expect(page.getByText('This field is required.')).toHaveCount(2);
    await expect(addOrder(page)).toBeEnabled();
  });

  test('cash on delivery makes the order and goes to My Orders', async ({ page }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    await fillOrderForm(page, product, 'Cash on delivery');
    await addOrder(page).click();
    await expect(toast(page, 'Order made successfully')).toBeVisible();
    await expect(page).toHaveURL('/app/myorders');
    await expect(page.getByRole('row').filter({ hasText: product.productName })).toContainText('KSH 240.00');
    expect(await onlyOrderOf(customer)).toMatchObject({
      status: 'pending',
      paymentMethod: 'Cash on delivery',
    });
    expect(await stockOf(product)).toBe(48);
  });

  test('a double click makes one order', async ({ page }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    await fillOrderForm(page, product, 'Cash on delivery');
    await addOrder(page).dblclick();
    await expect(page).toHaveURL('/app/myorders');
    await onlyOrderOf(customer);
  });

  test('an answer lost on the way makes one order when the button is pressed again', async ({ page }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    await fillOrderForm(page, product, 'Cash on delivery');
    await page.route('**/api/orders', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await addOrder(page).click();
    await expect(toast(page, 'Failed to add order')).toContainText('cannot be reached');
    await expect(page.getByText('it will be made once, never twice')).toBeVisible();
    await expect(page.getByLabel('Quantity')).toHaveValue('2');
    await page.unroute('**/api/orders');
    await addOrder(page).click();
    await expect(page).toHaveURL('/app/myorders');
    await onlyOrderOf(customer);
  });

  test('offline in the middle keeps what was typed, and goes on when the line is back', async ({
    page,
    context,
  }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    await fillOrderForm(page, product, 'Cash on delivery', '3');
    await context.setOffline(true);
    await addOrder(page).click();
    await expect(toast(page, 'Failed to add order')).toBeVisible();
    await expect(page.getByLabel('Quantity')).toHaveValue('3');
    await expect(page.getByText('Total Amount : KSH 360.00')).toBeVisible();
    await context.setOffline(false);
    await addOrder(page).click();
    await expect(page).toHaveURL('/app/myorders');
    await onlyOrderOf(customer);
  });

  test('tells the true amount when the price has changed, and orders at it when confirmed', async ({
    page,
  }) => {
    const product = await newProduct({ price: 120 });
    const customer = await newCustomer(page);
    await fillOrderFormOnce(page, product, 'Cash on delivery');
    await call(await adminSession(), 'PUT', `/api/product/${product.productId}`, { productPrice: 130 });
    await addOrder(page).click();
    await expect(toast(page, 'Failed to add order')).toContainText('KSH 260.00');
    await expect(page.getByText('comes to KSH 260.00 now, not KSH 240.00')).toBeVisible();
    expect(await ordersOf(customer)).toHaveLength(0);
    await page.getByRole('button', { name: 'Order for KSH 260.00' }).click();
    await expect(page).toHaveURL('/app/myorders');
    expect(await onlyOrderOf(customer)).toMatchObject({ amount: 260 });
  });

  test('says what is left when the stock went meanwhile', async ({ page }) => {
    const product = await newProduct({ stock: 5 });
    const customer = await newCustomer(page);
    await fillOrderFormOnce(page, product, 'Cash on delivery', '4');
    const other = await newCustomer();
    await placeOrder(other, product, 'Cash on delivery', 3);
    await addOrder(page).click();
    await expect(toast(page, 'Failed to add order')).toContainText('Only 2 of this product are in stock.');
    await expect(page.getByLabel('Quantity')).toHaveValue('4');
    await expect(page.getByText('KSH 120.00 each, 2 in stock')).toBeVisible();
    expect(await ordersOf(customer)).toHaveLength(0);
  });

  test('says before submission when M-Pesa cannot carry the amount', async ({ page }) => {
    const product = await newProduct({ price: 120.5 });
    const customer = await newCustomer(page);
    await fillOrderForm(page, product, 'Mpesa', '1');
    await expect(page.getByText('M-Pesa takes whole shillings only; KSH 120.50 has cents.')).toBeVisible();
    await addOrder(page).click();
    await expect(page.getByLabel('Payment Method')).toBeFocused();
    expect(await ordersOf(customer)).toHaveLength(0);
    await page.getByLabel('Quantity').fill('2');
    await expect(page.getByText('M-Pesa takes whole shillings only')).toHaveCount(0);
  });

  test('an admin orders for somebody else', async ({ page, signInAs }) => {
    const product = await newProduct();
    const customer = await newCustomer();
    await signInAs('admin');
    await page.goto('/app/createorder');
    await page.getByRole('combobox', { name: 'Order for' }).fill(customer.person.email);
    await page.getByRole('option', { name: customer.person.email }).click();
    await expect(page.getByLabel('Phone Number')).toHaveValue(customer.person.phoneNumber);
    await fillOrderForm(page, product, 'Cash on delivery');
    await addOrder(page).click();
    await expect(page).toHaveURL('/app/orders');
    await onlyOrderOf(customer);
  });

  test('orders for whom the form shows by the time the rules have come', async ({ page, signInAs }) => {
    const product = await newProduct();
    const customer = await newCustomer();
    await signInAs('admin');
    const rules = Promise.withResolvers<void>();
    await page.route('**/order-form-schema-*.js', (route) => rules.promise.then(() => route.continue()));
    await page.goto('/app/createorder');
    await fillOrderForm(page, product, 'Cash on delivery');
    await addOrder(page).click();
    await expect(page.getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
    await page.getByRole('combobox', { name: 'Order for' }).fill(customer.person.email);
    await page.getByRole('option', { name: customer.person.email }).click();
    rules.resolve();
    await expect(page).toHaveURL('/app/orders');
    await onlyOrderOf(customer);
  });

  test('finds a product by a part of its name and says when there is none', async ({ page }) => {
    const product = await newProduct();
    await newCustomer(page);
    await page.goto('/app/createorder');
    await chooseProduct(page, product);
    await page.getByRole('combobox', { name: 'Product' }).fill(randomUUID());
    await expect(page.getByText('No such product')).toBeVisible();
  });

  test('takes a product by the keys alone, and gives back what was chosen when the box is left', async ({
    page,
  }) => {
    const product = await newProduct();
    await newCustomer(page);
    await page.goto('/app/createorder');
    const box = page.getByRole('combobox', { name: 'Product' });
    await box.focus();
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    await box.pressSequentially(product.productName);
    const option = page.getByRole('option', { name: product.productName });
    await expect(option).toBeVisible();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
    await box.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(box).toHaveValue('');
    await box.pressSequentially(product.productName);
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await box.press('ArrowUp');
    await box.press('ArrowDown');
    await box.press('Enter');
    await expect(box).toHaveValue(product.productName);
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await box.fill('something else');
    await page.getByLabel('Quantity').focus();
    await expect(box).toHaveValue(product.productName);
  });
});

test.describe('orders', () => {
  test('All Orders shows the columns and marks an order delivered after a question, with its cash', async ({
    page,
    signInAs,
  }) => {
    const product = await newProduct();
    const customer = await newCustomer();
    const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
    await signInAs('admin');
    await page.goto(`/app/orders?search=${encodeURIComponent(product.productName)}`);
    await expect(page.getByRole('heading', { name: 'Showing 1 out of 1 orders' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'First Name',
      'User Email',
      'Product Name',
      'Quantity',
      'Amount',
      'Delivery',
      'Payment Status',
      'Order Date',
      'Action',
    ]);
    const row = page.getByRole('row').filter({ hasText: product.productName });
    await expect(row.getByText('Pending')).toHaveCount(2);
    await row.getByRole('button', { name: 'Delivered' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('KSH 240.00 been taken in cash?');
    await question.getByRole('button', { name: 'Mark as delivered' }).click();
    await expect(toast(page, 'Order delivered')).toBeVisible();
    await expect(row.getByText('Paid')).toBeVisible();
    await expect(row.getByRole('button', { name: 'Delivered' })).toBeDisabled();
    expect(await orderOf(customer, orderId)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
  });

  test('Delivered cannot be pressed on an unpaid Mpesa order, and says why', async ({ page, signInAs }) => {
    const product = await newProduct();
    await placeOrder(await newCustomer(), product, 'Mpesa');
    await signInAs('admin');
    await page.goto(`/app/orders?search=${encodeURIComponent(product.productName)}`);
    const delivered = page.getByRole('button', { name: 'Delivered' });
    await expect(delivered).toBeDisabled();
    await expect(delivered).toHaveAttribute('title', /not paid yet/);
  });

  test('filters stand in the address and survive a reload', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/app/orders');
    await page.getByLabel('Delivery', { exact: true }).selectOption('Cancelled');
    await expect(page).toHaveURL(/status=cancelled/);
    await page.getByLabel('Payment Method').selectOption('Mpesa');
    await expect(page).toHaveURL(/paymentMethod=Mpesa/);
    await page.getByLabel('From day').fill('2026-01-01');
    await expect(page).toHaveURL(/status=cancelled&paymentMethod=Mpesa&from=2026-01-01/);
    await page.reload();
    await expect(page.getByLabel('From day')).toHaveValue('2026-01-01');
    const badges = page.locator('tbody tr td:nth-child(7)');
    await expect(badges.first()).toHaveText('Cancelled');
    await expect(badges.filter({ hasNotText: /^Cancelled$/ })).toHaveCount(0);
  });

  test('two filters chosen at the same moment both count', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/app/orders');
    const idOf = (label: string) => page.getByLabel(label, { exact: true }).getAttribute('id');
    const chosen = {
      [`${await idOf('Delivery')}`]: 'cancelled',
      [`${await idOf('Payment Method')}`]: 'Mpesa',
    };
    await page.evaluate(`
      for (const [id, value] of Object.entries(${JSON.stringify(chosen)})) {
        const select = document.getElementById(id);
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }`);
    await expect(page).toHaveURL(/status=cancelled&paymentMethod=Mpesa/);
  });

  test('My Orders has Status, and the owner cancels after a question', async ({ page }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
    await page.goto('/app/myorders');
    await expect(page.getByRole('columnheader', { name: 'Status', exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Delivery' })).toHaveCount(0);
    await page.getByRole('button', { name: `Cancel order ${orderId}` }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Are you sure you want to cancel this order?');
    await question.getByRole('button', { name: 'Keep order' }).click();
    expect(await orderOf(customer, orderId)).toMatchObject({ status: 'pending' });
    await page.getByRole('button', { name: `Cancel order ${orderId}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await expect(toast(page, 'Order cancelled')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: product.productName })).toContainText('Cancelled');
    expect(await stockOf(product)).toBe(50);
  });

  test('an unpaid Mpesa order is turned into cash on delivery', async ({ page }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    const { orderId } = await placeOrder(customer, product, 'Mpesa');
    await page.goto('/app/myorders');
    await page.getByRole('button', { name: `Pay order ${orderId} on delivery instead` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pay on delivery' }).click();
    await expect(toast(page, 'The order is cash on delivery now')).toBeVisible();
    expect(await orderOf(customer, orderId)).toMatchObject({ paymentMethod: 'Cash on delivery' });
  });

  test('the order page tells the whole story, and an admin takes the order back', async ({
    page,
    signInAs,
  }) => {
    const product = await newProduct();
    const customer = await newCustomer();
    const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
    await signInAs('admin');
    await page.goto(`/app/order/${orderId}`);
    await expect(page.getByRole('heading', { name: `Order ${orderId}` })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Order', exact: true })).toContainText(
      customer.person.email,
    );
    await page.getByRole('button', { name: 'Delivered' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click();
    await page.getByRole('button', { name: 'Return order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Return order' }).click();
    await expect(toast(page, 'Order returned')).toBeVisible();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline).toContainText('Order made');
    await expect(timeline).toContainText('Delivered');
    await expect(timeline).toContainText('Returned');
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText('refund due');
    expect(await stockOf(product)).toBe(50);
  });

  test('a supplier marks an order of their own company delivered, and sees no other', async ({
    page,
    signInAs,
  }) => {
    const supplier = await signInAs('supplier');
    const companies = await call<{ results: { supplierId: number }[] }>(supplier, 'GET', '/api/suppliers');
    const own = await newProduct({ supplierId: companies.results[0]?.supplierId });
    const foreign = await newProduct({ notOf: companies.results.map(({ supplierId }) => supplierId) });
    const customer = await newCustomer();
    const { orderId } = await placeOrder(customer, own, 'Cash on delivery');
    await placeOrder(customer, foreign, 'Cash on delivery');
    await page.goto(`/app/orders?search=${encodeURIComponent(customer.person.email)}`);
    await expect(page.getByRole('heading', { name: 'Showing 1 out of 1 orders' })).toBeVisible();
    await page.getByRole('button', { name: 'Delivered' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click();
    await expect(toast(page, 'Order delivered')).toBeVisible();
    expect(await orderOf(customer, orderId)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
  });

  test("somebody else's order is not shown", async ({ page }) => {
    const product = await newProduct();
    const { orderId } = await placeOrder(await newCustomer(), product, 'Cash on delivery');
    await newCustomer(page);
    await page.goto(`/app/order/${orderId}`);
    await expect(page.getByText(/not authorised|Missing/)).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(product.productName);
  });
});

test.describe('axe finds nothing on', () => {
  test.slow();

  // Every list is looked at in lists.spec.ts, with a few rows; this one has all the colours of its badges.
  test('a full list of orders', async ({ page, signInAs }) => {
    await withoutLiveUpdates(page);
    await signInAs('admin');
    await page.goto('/app/orders?sort=orderId');
    await expect(page.getByText(/Showing 20 out of/)).toBeVisible();
    await expectAccessible(page);
  });

  test('Add New Order, empty, refused and with an open product list', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/app/createorder');
    await expect(page.getByLabel('Phone Number')).toHaveValue(/\d/);
    await expectAccessible(page);
    await addOrder(page).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Product' }).click();
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
  });

  const states = {
    pending: { method: 'Mpesa', steps: [] },
    cancelled: { method: 'Cash on delivery', steps: ['cancel'] },
    returned: { method: 'Cash on delivery', steps: ['deliver', 'return'] },
  } as const;
  for (const [status, { method, steps }] of Object.entries(states)) {
    test(`the page of an order that is ${status}`, async ({ page, signInAs }) => {
      const customer = await newCustomer();
      const { orderId } = await placeOrder(customer, await newProduct(), method);
      const admin = await signInAs('admin');
      for (const step of steps) await call(admin, 'POST', `/api/order/${orderId}/${step}`, {});
      expect(await orderOf(customer, orderId)).toMatchObject({ status });
      await page.goto(`/app/order/${orderId}`);
      await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test('exports what the list shows as CSV', async ({ page, signInAs }) => {
  const customer = await newCustomer();
  const product = await newProduct();
  const made = [];
  for (let count = 0; count < 3; count += 1) made.push(await placeOrder(customer, product, 'Mpesa'));
  const [cancelled, ...pending] = made.map(({ orderId }) => String(orderId));
  await call(customer.session, 'POST', `/api/order/${cancelled}/cancel`, {});
  await signInAs('admin');
  await page.goto(`/app/orders?status=pending&search=${encodeURIComponent(customer.person.email)}`);
  await expect(page.getByText('Showing 2 out of 2 orders')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('orders.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(pending.toReversed());
  expect(lines.slice(1).every((line) => line.includes(`,${customer.person.email},`))).toBe(true);
});
