// The one place that knows of the sandbox: while it is on, a provider without settings of its own is played by it.
import { randomBytes } from 'node:crypto';
import { sandboxCredentials } from '@ghala/sandbox';
import type { Config } from './config.ts';
import type { SmsSettings } from './features/messaging/index.ts';
import type { MpesaSettings, PaystackSettings } from './features/payments/index.ts';

/** The sandbox's address of a provider: asked late, because the port may be known late. */
const sandboxUrl = (ownUrl: () => string, provider: string) => () => `${ownUrl()}/sandbox/${provider}`;

/** Null when this server takes no M-Pesa. */
export function mpesaSettings(config: Config, ownUrl: () => string): MpesaSettings | null {
  const { baseUrl, consumerKey, consumerSecret, shortcode, passkey, ...rest } = config.mpesa;
  if (
    consumerKey !== undefined &&
    consumerSecret !== undefined &&
    shortcode !== undefined &&
    passkey !== undefined
  )
    return { ...rest, baseUrl: () => baseUrl, consumerKey, consumerSecret, shortcode, passkey };
  return config.sandbox ? { ...sandboxCredentials.mpesa, baseUrl: sandboxUrl(ownUrl, 'mpesa') } : null;
}

/** Null when this server takes no Paystack. */
export function paystackSettings(config: Config, ownUrl: () => string): PaystackSettings | null {
  const { baseUrl, secretKey } = config.paystack;
  if (secretKey !== undefined) return { baseUrl: () => baseUrl, secretKey };
  return config.sandbox ? { ...sandboxCredentials.paystack, baseUrl: sandboxUrl(ownUrl, 'paystack') } : null;
}

/** Known to this process and the sandbox in it only. */
const reportSecret = randomBytes(24).toString('base64url');

/** Null when this server sends no SMS. */
export function smsSettings(config: Config, ownUrl: () => string): SmsSettings | null {
  if (config.sms !== null || !config.sandbox) return config.sms;
  return {
    ...sandboxCredentials.africastalking,
    provider: 'africastalking',
    baseUrl: sandboxUrl(ownUrl, 'africastalking'),
    reportSecret,
  };
}

/** Where the sandbox's Africa's Talking reports deliveries to. */
export const sandboxReportUrl = (ownUrl: () => string): string =>
  `${ownUrl()}/api/sms/reports/africastalking/${reportSecret}`;
