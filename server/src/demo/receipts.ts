// Proofs of payment in each provider's own style, none given out twice.
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import type { Random } from './random.ts';

const dayCharacters = '123456789ABCDEFGHIJKLMNOPQRSTUV';

/** M-Pesa receipts begin with a letter for the year (S is 2024), one for the month and a character for the day. */
function mpesaReceipt(atMs: number, random: Random): string {
  const at = new Date(atMs);
  const letter = (index: number) => String.fromCodePoint(65 + (index % 26));
  const year = letter(at.getUTCFullYear() - 2024 + 18);
  const day = dayCharacters[at.getUTCDate() - 1] ?? '1';
  return `${year}${letter(at.getUTCMonth())}${day}${random.code(7)}`;
}

export type ReceiptFor = (method: PaymentMethod, orderId: number, atMs: number) => string;

export function createReceipts(random: Random): ReceiptFor {
  const taken = new Set<string>();
  const makers: Readonly<Record<PaymentMethod, (orderId: number, atMs: number) => string>> = {
    'Cash on delivery': (orderId) => `CASH-${orderId}`,
    Mpesa: (_orderId, atMs) => mpesaReceipt(atMs, random),
    Paystack: (orderId) => `ghala-${orderId}-${random.code(10).toLowerCase()}`,
  };
  return (method, orderId, atMs) => {
    let receipt = makers[method](orderId, atMs);
    while (taken.has(receipt)) receipt = makers[method](orderId, atMs);
    taken.add(receipt);
    return receipt;
  };
}
