// What Daraja sends by itself. Items are read by name: their order and number vary, and some come without a value.
import { toCents } from '@ghala/contracts/money';
import type { Claim } from '../../payments.tables.ts';
import { isObject, parseObject, textOf } from '../provider-call.ts';

export function readPromptResult(bytes: Uint8Array): Claim | null {
  const body = parseObject(Buffer.from(bytes).toString('utf8'))?.['Body'];
  const result = isObject(body) ? body['stkCallback'] : undefined;
  if (!isObject(result)) return null;
  const reference = textOf(result['CheckoutRequestID']);
  const code = textOf(result['ResultCode']);
  if (reference === '' || code === '') return null;
  const metadata = result['CallbackMetadata'];
  const items = isObject(metadata) && Array.isArray(metadata['Item']) ? metadata['Item'] : [];
  const valueOf = (name: string): string => {
    const item: unknown = items.find((each: unknown) => isObject(each) && each['Name'] === name);
    return isObject(item) ? textOf(item['Value']) : '';
  };
  const amount = Number(valueOf('Amount') || 0);
  return {
    paid: code === '0',
    reference,
    code,
    receipt: valueOf('MpesaReceiptNumber') || null,
    amountCents: amount > 0 ? toCents(amount) : null,
  };
}

export interface ReversalResult {
  code: string;
  reference: string;
}

export function readReversalResult(bytes: Uint8Array): ReversalResult | null {
  const result = parseObject(Buffer.from(bytes).toString('utf8'))?.['Result'];
  if (!isObject(result)) return null;
  const code = textOf(result['ResultCode']);
  return code === '' ? null : { code, reference: textOf(result['ConversationID']) };
}
