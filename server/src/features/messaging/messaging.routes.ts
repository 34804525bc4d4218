// Where gateways report. Whoever cannot prove to be the gateway in use learns nothing and changes nothing.
import { createHash, timingSafeEqual } from 'node:crypto';
import { messagingContract } from '@ghala/contracts/messaging/messaging.contract';
import { forbidden, notFound } from '../../platform/errors.ts';
import { implement } from '../../platform/http/implement.ts';
import type { SmsSettings } from './providers/index.ts';
import { takeReport } from './messaging.service.ts';
import { readAfricasTalkingReport } from './providers/africastalking/africastalking.ts';
import { isSignedByTwilio, readTwilioReport } from './providers/twilio/twilio.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const same = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const formOf = (bytes: Uint8Array): URLSearchParams =>
  new URLSearchParams(Buffer.from(bytes).toString('utf8'));

export const messagingEndpoints = (settings: SmsSettings | null) =>
  implement(messagingContract, {
    receiveAfricasTalkingReport: async (ctx, { params, raw }) => {
      const secret = settings?.provider === 'africastalking' ? settings.reportSecret : undefined;
      if (secret === undefined || !same(secret, params.secret)) throw notFound('address');
      await takeReport(ctx, 'africastalking', readAfricasTalkingReport(formOf(raw.bytes)));
      return { ok: true };
    },
    receiveTwilioReport: async (ctx, { raw }) => {
      const form = formOf(raw.bytes);
      const signature = String(raw.headers['x-twilio-signature'] ?? '');
      const url = settings?.provider === 'twilio' ? settings.statusCallbackUrl : undefined;
      if (settings?.provider !== 'twilio' || url === undefined) throw forbidden();
      if (!isSignedByTwilio(settings.authToken, url, form, signature)) throw forbidden();
      await takeReport(ctx, 'twilio', readTwilioReport(form));
      return { ok: true };
    },
  });
