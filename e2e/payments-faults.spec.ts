// What the providers do wrong. The sandbox keeps one setting per fault, so these run one after the other.
import type { Page } from '@playwright/test';
import {
  addOrder,
  fillOrderForm,
  newCustomer,
  newProduct,
  onlyOrderOf,
  toast,
  type Customer,
} from './orders-scene.ts';
import { answerPrompt, promptsOn, setFault } from './payments-sandbox.ts';
import { expect, test } from './test.ts';

test.describe.configure({ mode: 'default' });

const main = (page: Page) => page.getByRole('main');

async function expectPaidOnce(customer: Customer): Promise<void> {
  await expect
    .poll(async () => (await onlyOrderOf(customer)).paymentStatus, { timeout: 45_000 })
    .toBe('paid');
  expect((await onlyOrderOf(customer)).payments).toHaveLength(1);
}

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
    test.slow();
    const customer = await readyToOrder(page, 'Mpesa');
    const phone = customer.person.phoneNumber;
    await setFault('mpesa', 'callbacksDropped', phone, { times: 1 });
    await addOrder(page).click();
    await answerPrompt(phone, 'approve');
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa', { timeout: 60_000 });
    await expectPaidOnce(customer);
  });

  test('queryUnanswered: the confirmation is asked for again', async ({ page }) => {
    const customer = await readyToOrder(page, 'Mpesa');
    const phone = customer.person.phoneNumber;
    await setFault('mpesa', 'queryUnanswered', phone, { times: 1 });
    await addOrder(page).click();
    await answerPrompt(phone, 'approve');
    await expectPaidOnce(customer);
    await expect(main(page)).toContainText('KSH 240.00 received by Mpesa');
  });

  for (const fault of ['serverErrors', 'spikeArrest']) {
    test(`${fault} on the push: the order stands, and sending again makes no second one`, async ({
      page,
    }) => {
      const customer = await readyToOrder(page, 'Mpesa');
      const phone = customer.person.phoneNumber;
      await setFault('mpesa', fault, phone, { times: 1, on: 'push' });
      await addOrder(page).click();
      await expect(
        toast(page, 'STK Push failed').or(toast(page, 'STK Push initiated')).first(),
      ).toBeVisible();
      const again = page.getByRole('button', { name: /Send again|Pay with M-Pesa/ });
      const prompt = page.getByText(/Enter your M-Pesa PIN/);
      await expect(again.or(prompt).first()).toBeVisible();
      if (await again.isVisible()) await again.click();
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
    await expect.poll(async () => (await onlyOrderOf(customer)).payments[0]?.state).toBe('held');
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
  for (const fault of ['callbacksDropped', 'callbacksDoubled', 'callbacksLate']) {
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
      const checkout = page.getByRole('heading', { name: 'Paystack checkout' });
      const again = page.getByRole('button', { name: 'Pay with Paystack' });
      await expect(checkout.or(again).first()).toBeVisible();
      if (await again.isVisible()) await again.click();
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
