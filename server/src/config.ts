// The environment, read once. Every fault is listed at once, so that nobody fixes them one start at a time.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { defaultSessionHours } from '@ghala/contracts/identity/identity.contract';
import { twilioReportPath } from '@ghala/contracts/messaging/messaging.contract';
import type { SmsSettings } from './features/messaging/index.ts';

const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((value) => value.replace(/\/$/, ''));
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const environmentSchema = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL_SIZE: z.coerce.number('must be a number').int().min(2).max(200).default(10),
  DEMO_DATA: flag.optional(),
  SANDBOX: flag.optional(),
  PRODUCT_NAME: z.string().trim().min(1).max(40).default('Ghala'),
  CORS_ORIGINS: list.default([]),
  SESSION_HOURS: z.coerce
    .number('must be a number of hours')
    .positive()
    .max(24 * 30)
    .default(defaultSessionHours),
  PAYMENT_HOLD_MINUTES: z.coerce
    .number('must be a number of minutes')
    .positive()
    .max(24 * 60)
    .default(15),
  MPESA_BASE_URL: url.default('https://api.safaricom.co.ke'),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'must be 5 to 7 digits')
    .optional(),
  MPESA_PASSKEY: z.string().optional(),
  /** A till: its number here, its store number as MPESA_SHORTCODE. */
  MPESA_TILL: z
    .string()
    .regex(/^\d{5,7}$/, 'must be 5 to 7 digits')
    .optional(),
  MPESA_INITIATOR_NAME: z.string().optional(),
  MPESA_SECURITY_CREDENTIAL: z.string().optional(),
  PAYSTACK_BASE_URL: url.default('https://api.paystack.co'),
  PAYSTACK_SECRET_KEY: z.string().optional(),
  /** Needed only when both gateways have their keys set. */
  SMS_PROVIDER: z.enum(['africastalking', 'twilio'], 'must be africastalking or twilio').optional(),
  AFRICASTALKING_BASE_URL: url.default('https://api.africastalking.com'),
  AFRICASTALKING_USERNAME: z.string().optional(),
  AFRICASTALKING_API_KEY: z.string().optional(),
  AFRICASTALKING_SENDER_ID: z.string().max(20).optional(),
  /** Delivery reports come to /api/sms/reports/africastalking/<this>; they are not signed, so nobody may guess it. */
  AFRICASTALKING_REPORT_SECRET: z
    .string()
    .regex(/^[\w-]{24,100}$/, 'must be 24 to 100 letters, digits, - or _')
    .optional(),
  TWILIO_BASE_URL: url.default('https://api.twilio.com'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_MESSAGING_SERVICE_SID: z.string().optional(),
  TRUST_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export const settingNames = Object.keys(environmentSchema.shape);

type Settings = z.output<typeof environmentSchema>;

function africasTalkingSettings(settings: Settings): SmsSettings | null {
  const { AFRICASTALKING_USERNAME: username, AFRICASTALKING_API_KEY: apiKey } = settings;
  if (username === undefined || apiKey === undefined) return null;
  return {
    provider: 'africastalking',
    baseUrl: () => settings.AFRICASTALKING_BASE_URL,
    username,
    apiKey,
    senderId: settings.AFRICASTALKING_SENDER_ID,
    reportSecret: settings.AFRICASTALKING_REPORT_SECRET,
  };
}

function twilioSettings(settings: Settings): SmsSettings | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = settings;
  const { TWILIO_FROM: from, TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = settings;
  if (accountSid === undefined || authToken === undefined) return null;
  if (from === undefined && messagingServiceSid === undefined) return null;
  // Without a public address Twilio has nowhere to report to.
  const statusCallbackUrl =
    settings.PUBLIC_URL === undefined ? undefined : settings.PUBLIC_URL + twilioReportPath;
  const baseUrl = () => settings.TWILIO_BASE_URL;
  return { provider: 'twilio', baseUrl, accountSid, authToken, from, messagingServiceSid, statusCallbackUrl };
}

/** The gateway to send through; null when none has its keys. */
function smsSettings(settings: Settings): SmsSettings | null {
  const africastalking = africasTalkingSettings(settings);
  const twilio = twilioSettings(settings);
  if (settings.SMS_PROVIDER === undefined) return africastalking ?? twilio;
  return { africastalking, twilio }[settings.SMS_PROVIDER];
}

function smsFaults(settings: Settings): string[] {
  if (settings.SMS_PROVIDER === undefined || smsSettings(settings) !== null) return [];
  const needed = {
    africastalking: 'AFRICASTALKING_USERNAME and AFRICASTALKING_API_KEY',
    twilio: 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID',
  };
  return [`  SMS_PROVIDER: ${settings.SMS_PROVIDER} needs ${needed[settings.SMS_PROVIDER]}`];
}

export class ConfigError extends Error {}

/** A .env file in the working folder, when there is one; what is already set wins. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Empty values count as not set, as they do in .env files. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  const faults = parsed.success
    ? smsFaults(parsed.data)
    : parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || faults.length > 0)
    throw new ConfigError(`These settings are not usable:\n${faults.join('\n')}`);
  const settings = parsed.data;
  const embedded = settings.DATABASE_URL === undefined;
  const demoData = settings.DEMO_DATA ?? embedded;
  const developmentOrigins = ['localhost', '127.0.0.1'].flatMap((host) =>
    [3000, 3001, 5173].map((port) => `http://${host}:${port}`),
  );
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL,
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    demoData,
    sandbox: settings.SANDBOX ?? demoData,
    productName: settings.PRODUCT_NAME,
    corsOrigins: demoData ? [...settings.CORS_ORIGINS, ...developmentOrigins] : settings.CORS_ORIGINS,
    sessionHours: settings.SESSION_HOURS,
    paymentHoldMinutes: settings.PAYMENT_HOLD_MINUTES,
    mpesa: {
      baseUrl: settings.MPESA_BASE_URL,
      consumerKey: settings.MPESA_CONSUMER_KEY,
      consumerSecret: settings.MPESA_CONSUMER_SECRET,
      shortcode: settings.MPESA_SHORTCODE,
      passkey: settings.MPESA_PASSKEY,
      till: settings.MPESA_TILL,
      initiatorName: settings.MPESA_INITIATOR_NAME,
      securityCredential: settings.MPESA_SECURITY_CREDENTIAL,
    },
    paystack: { baseUrl: settings.PAYSTACK_BASE_URL, secretKey: settings.PAYSTACK_SECRET_KEY },
    sms: smsSettings(settings),
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof readConfig>;
