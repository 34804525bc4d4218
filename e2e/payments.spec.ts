import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  addOrder,
  expectPaidOnce,
  fillOrderForm,
  newCustomer,
  newProduct,
  onlyOrderOf,
  orderOf,
  placeOrder,
  stockOf,
  toast,
  type Customer,
} from './orders-scene.ts';
import { answerPrompt, promptsOn, type PromptAnswer } from './payments-sandbox.ts';
import { call, expect, test, withoutLiveUpdates } from './test.ts';

/** Fills the form for M-Pesa and sends the prompt. */
async function orderByMpesa(page: Page): Promise<Customer> {
  const product = await newProduct();
  const customer = await newCustomer(page);
  await fillOrderForm(page, product, 'Mpesa');
  await addOrder(page).click();
  await expect(toast(page, 'STK Push initiated successfully')).toBeVisible();
  return customer;
}

async function orderByPaystack(page: Page): Promise<Customer> {
  const product = await newProduct();
  const customer = await newCustomer(page);
  await fillOrderForm(page, product, 'Paystack');
  await addOrder(page).click();
  await expect(page.getByRole('heading', { name: 'Paystack checkout' })).toBeVisible();
  return customer;
}

const main = (page: Page) => page.getByRole('main');

test.describe('M-Pesa', () => {
  test('sends the prompt, stays on the page and follows the payment until it is paid', async ({ page }) => {
    const customer = await orderByMpesa(page);
    await expect(page).toHaveURL(/\/app\/createorder\?order=\d+$/);
    await expect(main(page)).toContainText(`Enter your M-Pesa PIN on ${customer.person.phoneNumber} to pay.`);
    await expect(page.getByRole('link', { name: /demo phone/ })).toHaveAttribute(
      'href',
      new RegExp(customer.person.phoneNumber),
    );
    await answerPrompt(customer.person.phoneNumber, 'approve');
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa, receipt');
    await expectPaidOnce(customer);
  });

  const endings: readonly [PromptAnswer, string][] = [
    ['cancel', 'You cancelled the request on your phone.'],
    ['insufficient', 'There is not enough money in your M-Pesa account.'],
    ['wrong-pin', 'The M-Pesa PIN was wrong.'],
  ];
  for (const [answer, words] of endings) {
    test(`${answer}: says so in plain words, and sending again pays the same order`, async ({ page }) => {
      const customer = await orderByMpesa(page);
      const phone = customer.person.phoneNumber;
      await answerPrompt(phone, answer);
      await expect(main(page)).toContainText(words);
      await page.getByRole('button', { name: 'Send again' }).click();
      await answerPrompt(phone, 'approve');
      await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
      await expectPaidOnce(customer);
      expect(await promptsOn(phone)).toHaveLength(2);
    });
  }

  test('no answer on the phone: the phone is left alone for a minute, cash is offered at once', async ({
    page,
  }) => {
    const customer = await orderByMpesa(page);
    await answerPrompt(customer.person.phoneNumber, 'timeout');
    await expect(main(page)).toContainText('Your phone did not answer.');
    await expect(page.getByRole('button', { name: 'Send again' })).toBeDisabled();
    await expect(main(page)).toContainText(/It can be sent again in \d+ seconds?\./);
    await page.getByRole('button', { name: 'Pay on delivery' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pay on delivery' }).click();
    await expect(main(page)).toContainText('KSH 240.00 is to be paid in cash on delivery.');
    expect(await onlyOrderOf(customer)).toMatchObject({ paymentMethod: 'Cash on delivery' });
  });

  test('a double click on the form makes one order and one prompt', async ({ page }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    await fillOrderForm(page, product, 'Mpesa');
    await addOrder(page).dblclick();
    await expect(main(page)).toContainText('Enter your M-Pesa PIN');
    await onlyOrderOf(customer);
    expect(await promptsOn(customer.person.phoneNumber)).toHaveLength(1);
  });

  test('closing the tab and coming back goes on with the same order', async ({ page, context }) => {
    const customer = await orderByMpesa(page);
    const { orderId } = await onlyOrderOf(customer);
    await page.close();
    await answerPrompt(customer.person.phoneNumber, 'cancel');
    const again = await context.newPage();
    await again.goto('/app/myorders');
    await again.getByRole('link', { name: `Pay order ${orderId}` }).click();
    await expect(main(again)).toContainText('You cancelled the request on your phone.');
    await again.getByRole('button', { name: 'Send again' }).click();
    await answerPrompt(customer.person.phoneNumber, 'approve');
    await expect(main(again)).toContainText('KSH 240.00 received by Mpesa');
    await expectPaidOnce(customer);
  });

  test('Back and reload show the order that was made, never the form that would make another', async ({
    page,
  }) => {
    const customer = await orderByMpesa(page);
    await page.reload();
    await expect(main(page)).toContainText('Enter your M-Pesa PIN');
    await page.getByRole('link', { name: 'Open the order' }).click();
    await expect(page).toHaveURL(/\/app\/order\/\d+$/);
    await page.goBack();
    await expect(main(page)).toContainText('Enter your M-Pesa PIN');
    await answerPrompt(customer.person.phoneNumber, 'approve');
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
    await expectPaidOnce(customer);
  });

  test('offline while the prompt waits: the outcome is there when the line is back', async ({
    page,
    context,
  }) => {
    const customer = await orderByMpesa(page);
    await context.setOffline(true);
    await answerPrompt(customer.person.phoneNumber, 'approve');
    await expectPaidOnce(customer);
    await context.setOffline(false);
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
  });

  test('a prompt request whose answer is lost is asked for once', async ({ page }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    await fillOrderForm(page, product, 'Mpesa');
    await page.route('**/api/stk', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await addOrder(page).click();
    await expect(toast(page, 'STK Push failed')).toBeVisible();
    // The order page tells the truth all the same: the prompt is on the phone.
    await expect(main(page)).toContainText('Enter your M-Pesa PIN');
    await answerPrompt(customer.person.phoneNumber, 'approve');
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
    await expectPaidOnce(customer);
    expect(await promptsOn(customer.person.phoneNumber)).toHaveLength(1);
  });

  test('another phone may pay', async ({ page }) => {
    const product = await newProduct();
    const customer = await newCustomer(page);
    const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
    const other = `01${String(randomInt(100_000_000)).padStart(8, '0')}`;
    await page.goto(`/app/order/${orderId}`);
    await page.getByLabel('Phone Number').fill(other);
    await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
    await answerPrompt(other, 'approve');
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
    expect(await promptsOn(customer.person.phoneNumber)).toHaveLength(0);
  });
});

test.describe('Paystack', () => {
  test('opens the checkout, comes back and shows the payment', async ({ page }) => {
    const customer = await orderByPaystack(page);
    await page.getByRole('button', { name: 'Pay KES 240.00' }).click();
    await expect(page).toHaveURL(/\/app\/order\/\d+\?attempt=\d+/);
    await expect(main(page)).toContainText('KSH 240.00 received by Paystack');
    await expectPaidOnce(customer);
  });

  test('a declined card leaves the order unpaid, and paying again pays it once', async ({ page }) => {
    const customer = await orderByPaystack(page);
    await page.getByRole('button', { name: 'Decline the card' }).click();
    await expect(page).toHaveURL(/\/app\/order\/\d+/);
    // On the way back Paystack is asked, and only then another checkout is offered.
    await expect(main(page)).toContainText('The payment was declined.');
    expect(await onlyOrderOf(customer)).toMatchObject({ paymentStatus: 'pending' });
    await page.getByRole('button', { name: 'Pay with Paystack' }).click();
    await page.getByRole('button', { name: 'Pay KES 240.00' }).click();
    await expect(main(page)).toContainText('KSH 240.00 received by Paystack');
    await expectPaidOnce(customer);
  });

  test('leaving the checkout keeps the order, which can be paid on delivery', async ({ page }) => {
    const customer = await orderByPaystack(page);
    await page.getByRole('button', { name: 'Leave without paying' }).click();
    await expect(page).toHaveURL(/\/app\/order\/\d+/);
    await page.getByRole('button', { name: 'Pay on delivery' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pay on delivery' }).click();
    await expect(main(page)).toContainText('KSH 240.00 is to be paid in cash on delivery.');
    expect(await onlyOrderOf(customer)).toMatchObject({ paymentMethod: 'Cash on delivery' });
  });

  test('leaving the checkout for M-Pesa pays once', async ({ page }) => {
    const customer = await orderByPaystack(page);
    await page.getByRole('button', { name: 'Leave without paying' }).click();
    await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
    await answerPrompt(customer.person.phoneNumber, 'approve');
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
    await expectPaidOnce(customer);
  });

  test('Back from the checkout shows the order that was made and the way on', async ({ page }) => {
    const customer = await orderByPaystack(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/app\/createorder\?order=\d+$/);
    await page.getByRole('link', { name: 'Continue to Paystack' }).click();
    await page.getByRole('button', { name: 'Pay KES 240.00' }).click();
    await expect(main(page)).toContainText('KSH 240.00 received by Paystack');
    await expectPaidOnce(customer);
  });

  test('the tab closed at the checkout: what was paid there is booked', async ({ page, context }) => {
    const customer = await orderByPaystack(page);
    const { orderId } = await onlyOrderOf(customer);
    const checkout = page.url();
    await page.close();
    const other = await context.newPage();
    await other.goto(checkout);
    // Paid, and the tab closed before the answer was there.
    const paid = Promise.withResolvers<void>();
    await other.route(checkout, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      paid.resolve();
    });
    await other.getByRole('button', { name: 'Pay KES 240.00' }).click({ noWaitAfter: true });
    await paid.promise;
    await other.close();
    await expectPaidOnce(customer);
    const again = await context.newPage();
    await again.goto(`/app/order/${orderId}`);
    await expect(main(again)).toContainText('KSH 240.00 received by Paystack');
  });
});

test.describe('payments', () => {
  test('the list has its columns, finds a payment by its order and leads to it', async ({
    page,
    signInAs,
  }) => {
    const product = await newProduct();
    const customer = await newCustomer();
    const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
    const admin = await signInAs('admin');
    await call(admin, 'POST', `/api/order/${orderId}/deliver`, {});
    await page.goto(`/app/payments?search=${orderId}`);
    await expect(page.getByRole('heading', { name: /^Showing \d+ out of \d+ payments$/ })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'Amount',
      'Payment Method',
      'Payment Number',
      'Payment Date',
      'Order Id',
      'Receipt',
      'State',
      'Action',
    ]);
    const row = page.getByRole('row').filter({ hasText: customer.person.phoneNumber });
    await expect(row).toContainText('KSH 240.00');
    await row.getByRole('link', { name: String(orderId), exact: true }).click();
    await expect(page).toHaveURL(`/app/order/${orderId}`);
  });

  test('an admin refunds part of a payment, never more than was paid', async ({ page, signInAs }) => {
    const product = await newProduct();
    const customer = await newCustomer();
    const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
    const admin = await signInAs('admin');
    await call(admin, 'POST', `/api/order/${orderId}/deliver`, {});
    await page.goto(`/app/payments?search=${customer.person.phoneNumber}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Amount')).toHaveValue('240');
    await dialog.getByLabel('Amount').fill('300');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog).toContainText('At most KSH 240.00 can be given back.');
    await expect(dialog).toContainText('This field is required.');
    await dialog.getByLabel('Amount').fill('100');
    await dialog.getByLabel('Reason').fill('One bag was torn');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: 'KSH 240.00' })).toContainText(
      'KSH 100.00 given back',
    );
    await page.getByRole('button', { name: 'Refund' }).click();
    await expect(page.getByRole('dialog').getByLabel('Amount')).toHaveValue('140');
  });

  test('a cancelled order that was paid by M-Pesa is refunded by reversal', async ({ page, signInAs }) => {
    const product = await newProduct();
    const customer = await newCustomer();
    const { orderId } = await placeOrder(customer, product, 'Mpesa');
    await call(customer.session, 'POST', '/api/stk', {
      orderId,
      phone: customer.person.phoneNumber,
      amount: 240,
    });
    await answerPrompt(customer.person.phoneNumber, 'approve');
    await expectPaidOnce(customer);
    await call(customer.session, 'POST', `/api/order/${orderId}/cancel`, {});
    await signInAs('admin');
    await page.goto(`/app/order/${orderId}`);
    const payments = page.getByRole('region', { name: 'Payments' });
    await expect(payments).toContainText('refund due');
    await payments.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The order was cancelled');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await expect(payments).toContainText('Refunded');
    expect(await orderOf(customer, orderId)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await stockOf(product)).toBe(50);
  });

  test('a supplier sees payments and no refund', async ({ page, signInAs }) => {
    await signInAs('supplier');
    await page.goto('/app/payments');
    await expect(page.getByRole('heading', { name: /^Showing 20 out of \d+ payments$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
  });

  test('axe finds nothing on the list and the refund dialog', async ({ page, signInAs }) => {
    await withoutLiveUpdates(page);
    await signInAs('admin');
    await page.goto('/app/payments?sort=paymentId');
    await expect(page.getByRole('heading', { name: /^Showing 20/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Refund' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });

  test('axe finds nothing while a payment is awaited', async ({ page }) => {
    await orderByMpesa(page);
    await expect(main(page)).toContainText('Enter your M-Pesa PIN');
    await expectAccessible(page);
  });

  test('axe finds nothing once a payment has failed', async ({ page }) => {
    const customer = await orderByMpesa(page);
    await answerPrompt(customer.person.phoneNumber, 'cancel');
    await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
    await expectAccessible(page);
  });
});
