// The one place that knows of the sandbox: while it is on, a provider without settings of its own is played by it.
import { sandboxCredentials } from '@ghala/sandbox';
import type { Config } from './config.ts';

/** The sandbox's address of a provider: asked late, because the port may be known late. */
const sandboxUrl = (ownUrl: () => string, provider: string) => () => `${ownUrl()}/sandbox/${provider}`;

export interface MpesaSettings {
  baseUrl: () => string;
  consumerKey: string;
  consumerSecret: string;
  shortcode: string;
  passkey: string;
  /** Buy-goods till; none for a paybill. */
  till?: string | undefined;
  /** Without these two, money cannot be reversed by itself. */
  initiatorName?: string | undefined;
  securityCredential?: string | undefined;
}

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

export interface PaystackSettings {
  baseUrl: () => string;
  secretKey: string;
}

/** Null when this server takes no Paystack. */
export function paystackSettings(config: Config, ownUrl: () => string): PaystackSettings | null {
  const { baseUrl, secretKey } = config.paystack;
  if (secretKey !== undefined) return { baseUrl: () => baseUrl, secretKey };
  return config.sandbox ? { ...sandboxCredentials.paystack, baseUrl: sandboxUrl(ownUrl, 'paystack') } : null;
}
