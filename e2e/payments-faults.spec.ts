// What the providers do wrong. The sandbox keeps one setting per fault, so these run one after the other.
import type { Locator, Page } from '@playwright/test';
import {
  addOrder,
  expectPaidOnce,
  fillOrderForm,
  newCustomer,
  newProduct,
  onlyOrderOf,
  toast,
  type Customer,
} from './orders-scene.ts';
import { answerPrompt, promptsOn, setFault, setFaultOn } from './payments-sandbox.ts';
import { expectAccessible } from './accessibility.ts';
import { letRefundsWait } from './passing-time.ts';
import { call, expect, test } from './test.ts';

// Some wait for the provider to be asked again, which takes its time.
test.describe.configure({ mode: 'default', timeout: 180_000 });

const main = (page: Page) => page.getByRole('main');

/** The form filled for a method, ready to be sent. */
async function readyToOrder(page: Page, method: 'Mpesa' | 'Paystack'): Promise<Customer> {
  const product = await newProduct();
  const customer = await newCustomer(page);
  await fillOrderForm(page, product, method);
  return customer;
}

test.describe('M-Pesa', () => {
  for (const fault of ['callbacksDoubled', 'callbacksLate', 'phoneMasked', 'callbacksOutOfOrder']) {
    test(`${fault}: paid once all the same`, async ({ page }) => {
      const customer = await readyToOrder(page, 'Mpesa');
      const phone = customer.person.phoneNumber;
      await setFault('mpesa', fault, phone, { times: 1 });
      await addOrder(page).click();
      await answerPrompt(phone, 'approve');
      await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
      await expectPaidOnce(customer);
    });
  }

  test('callbacksDropped: the server asks M-Pesa itself', async ({ page }) => {
    const customer = await readyToOrder(page, 'Mpesa');
    const phone = customer.person.phoneNumber;
    await setFault('mpesa', 'callbacksDropped', phone, { times: 1 });
    await addOrder(page).click();
    await answerPrompt(phone, 'approve');
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa', { timeout: 60_000 });
    await expectPaidOnce(customer);
  });

  for (const fault of ['queryUnanswered', 'querySaysFailed', 'queryLimited']) {
    test(`${fault}: the confirmation is asked for again, and the payer is not`, async ({ page }) => {
      const customer = await readyToOrder(page, 'Mpesa');
      const phone = customer.person.phoneNumber;
      await setFault('mpesa', fault, phone, { times: 1 });
      await addOrder(page).click();
      await answerPrompt(phone, 'approve');
      await expectPaidOnce(customer);
      await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
      expect(await promptsOn(phone)).toHaveLength(1);
    });
  }

  test('tokenExpired on the push: a new token is fetched, and nobody notices', async ({ page }) => {
    const customer = await readyToOrder(page, 'Mpesa');
    const phone = customer.person.phoneNumber;
    await setFault('mpesa', 'tokenExpired', phone, { times: 1, on: 'push' });
    await addOrder(page).click();
    await answerPrompt(phone, 'approve');
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
    await expectPaidOnce(customer);
  });

  for (const fault of ['serverErrors', 'spikeArrest']) {
    test(`${fault} on the push: the order stands, and sending again makes no second one`, async ({
      page,
    }) => {
      const customer = await readyToOrder(page, 'Mpesa');
      const phone = customer.person.phoneNumber;
      await setFault('mpesa', fault, phone, { times: 1, on: 'push' });
      await addOrder(page).click();
      await expect(toast(page, 'STK Push failed')).toBeVisible();
      await page.getByRole('button', { name: 'Send again' }).click();
      await answerPrompt(phone, 'approve');
      await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
      await expectPaidOnce(customer);
    });
  }

  test('repliesLost on the push: nobody is asked twice, and the answer on the phone counts', async ({
    page,
  }) => {
    const customer = await readyToOrder(page, 'Mpesa');
    const phone = customer.person.phoneNumber;
    await setFault('mpesa', 'repliesLost', phone, { times: 1, on: 'push' });
    await addOrder(page).click();
    await expect(main(page)).toContainText('If a prompt came to your phone, you can answer it');
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await answerPrompt(phone, 'approve');
    await expectPaidOnce(customer);
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
    expect(await promptsOn(phone)).toHaveLength(1);
  });

  test('amountTampered: the money is held for a person, and the payer is not asked again', async ({
    page,
  }) => {
    const customer = await readyToOrder(page, 'Mpesa');
    const phone = customer.person.phoneNumber;
    await setFault('mpesa', 'amountTampered', phone, { times: 1 });
    await addOrder(page).click();
    await answerPrompt(phone, 'approve');
    await expect
      .poll(async () => (await onlyOrderOf(customer)).payments[0]?.state, { timeout: 45_000 })
      .toBe('held');
    expect(await onlyOrderOf(customer)).toMatchObject({ paymentStatus: 'pending' });
    await expect(main(page)).toContainText('Please do not pay again.');
    await expect(page.getByRole('button', { name: /Pay|Send/ })).toHaveCount(0);
    expect(await promptsOn(phone)).toHaveLength(1);
  });

  test('pushResult 8006: the reason is told in plain words', async ({ page }) => {
    const customer = await readyToOrder(page, 'Mpesa');
    const phone = customer.person.phoneNumber;
    await setFault('mpesa', 'pushResult', phone, { times: 1, code: 8006 });
    await addOrder(page).click();
    await answerPrompt(phone, 'approve');
    await expect(main(page)).toContainText('Your M-Pesa PIN is locked.');
    expect(await onlyOrderOf(customer)).toMatchObject({ paymentStatus: 'pending', payments: [] });
  });
});

test.describe('Paystack', () => {
  for (const fault of [
    'callbacksDropped',
    'callbacksDoubled',
    'callbacksLate',
    'callbacksOutOfOrder',
    'amountTampered',
  ]) {
    test(`${fault}: the way back finds the payment, once`, async ({ page }) => {
      const customer = await readyToOrder(page, 'Paystack');
      await setFault('paystack', fault, customer.person.email, { times: 1 });
      await addOrder(page).click();
      await page.getByRole('button', { name: 'Pay KES 240.00' }).click();
      await expect(main(page)).toContainText('KSH 240.00 received by Paystack');
      await expectPaidOnce(customer);
    });
  }

  for (const fault of ['serverErrors', 'repliesLost']) {
    test(`${fault} on initialize: the order stands and the checkout opens on another try`, async ({
      page,
    }) => {
      const customer = await readyToOrder(page, 'Paystack');
      await setFault('paystack', fault, customer.person.email, { times: 1, on: 'initialize' });
      await addOrder(page).click();
      await page.getByRole('button', { name: 'Pay with Paystack' }).click();
      await page.getByRole('button', { name: 'Pay KES 240.00' }).click();
      await expect(main(page)).toContainText('KSH 240.00 received by Paystack');
      await expectPaidOnce(customer);
    });
  }

  test('verifyPending: the page waits, and shows the payment when Paystack knows', async ({ page }) => {
    const customer = await readyToOrder(page, 'Paystack');
    await setFault('paystack', 'verifyPending', customer.person.email, { times: 2 });
    await addOrder(page).click();
    await page.getByRole('button', { name: 'Pay KES 240.00' }).click();
    await expect(page).toHaveURL(/\/app\/order\/\d+/);
    await expectPaidOnce(customer);
    await expect(main(page)).toContainText('KSH 240.00 received by Paystack');
  });
});

test.describe('a refund that its provider refuses', () => {
  const cases = [
    { method: 'Mpesa', provider: 'mpesa', fault: 'reversalFails' },
    { method: 'Paystack', provider: 'paystack', fault: 'refundFails' },
  ] as const;
  for (const { method, provider, fault } of cases) {
    test(`${fault}: is told, counts as not given back, and can be tried again`, async ({
      page,
      signInAs,
      otherPage: customerPage,
    }) => {
      const customer = await readyToOrder(customerPage, method);
      await addOrder(customerPage).click();
      if (method === 'Mpesa') await answerPrompt(customer.person.phoneNumber, 'approve');
      else await customerPage.getByRole('button', { name: 'Pay KES 240.00' }).click();
      await expectPaidOnce(customer);
      const { orderId, payments: paid } = await onlyOrderOf(customer);
      const receipt = paid[0]?.receipt ?? '';
      await setFaultOn(provider, fault, method === 'Mpesa' ? receipt : customer.person.email, { times: 1 });
      await call(customer.session, 'POST', `/api/order/${orderId}/cancel`, {});
      await signInAs('admin');
      await page.goto(`/app/order/${orderId}`);
      const payments = page.getByRole('region', { name: 'Payments' });
      const refund = async () => {
        await payments.getByRole('button', { name: 'Refund' }).click();
        await page.getByRole('dialog').getByLabel('Reason').fill('The order was cancelled');
        await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      };
      await refund();
      await expect(main(page)).toContainText('The provider did not give it back');
      expect(await onlyOrderOf(customer)).toMatchObject({ paymentStatus: 'paid' });
      await refund();
      await expect
        .poll(async () => (await onlyOrderOf(customer)).paymentStatus, { timeout: 45_000 })
        .toBe('refunded');
    });
  }
});

test('a reversal whose result never comes is settled by an admin, with the reason', async ({
  page,
  signInAs,
  otherPage: customerPage,
}) => {
  const customer = await readyToOrder(customerPage, 'Mpesa');
  await addOrder(customerPage).click();
  await answerPrompt(customer.person.phoneNumber, 'approve');
  const { orderId, payments: paid } = await expectPaidOnce(customer);
  await setFaultOn('mpesa', 'callbacksDropped', paid[0]?.receipt ?? '', { times: 1, on: 'reversal' });
  const admin = await signInAs('admin');
  await call(admin, 'POST', `/api/payments/${paid[0]?.paymentId}/refund`, { reason: 'A bag was torn' });
  await page.goto(`/app/order/${orderId}`);
  const refunds = (of: Page) => of.getByRole('region', { name: 'Refunds' });
  await expect(refunds(page)).toContainText('Sent');
  const wentBack = (of: Page | Locator) => of.getByRole('button', { name: 'The money went back' });
  await expect(wentBack(page)).toHaveCount(0);

  await letRefundsWait(orderId, 15);
  await page.reload();
  await expect(refunds(page)).toContainText('how it ended was never told');
  await expect(page.getByRole('button', { name: 'The money did not go back' })).toBeVisible();
  await expectAccessible(page);
  await wentBack(page).click();
  const dialog = page.getByRole('dialog', { name: 'The money went back' });
  await wentBack(dialog).click();
  await expect(dialog).toContainText('This field is required.');
  await expectAccessible(page);
  await customerPage.goto(`/app/order/${orderId}`);
  await expect(refunds(customerPage)).toContainText('Sent');
  await expect(wentBack(customerPage)).toHaveCount(0);

  await dialog.getByLabel('Reason').fill('Reversed, says the M-Pesa portal');
  await wentBack(dialog).click();
  await expect(dialog).toHaveCount(0);
  await expect(refunds(page)).toContainText('Given back, as somebody here looked up.');
  await expect(wentBack(page)).toHaveCount(0);
  await expect(refunds(customerPage)).toContainText('Given back, as somebody here looked up.');
  expect(await onlyOrderOf(customer)).toMatchObject({ paymentStatus: 'refunded' });
});
