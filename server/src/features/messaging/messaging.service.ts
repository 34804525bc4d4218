// Sending SMS and hearing what became of them. The text passes through memory only: a code in it is nowhere else.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import * as repository from './messaging.repository.ts';
import type { DeliveryReport, ProviderName, Sms, SmsGateway, SmsOutcome } from './sms-gateway.ts';

export interface OutgoingSms extends Sms {
  /** Such as password-reset. */
  purpose: string;
  /** Names the message within its purpose; an attempt with the same one is the same message again. */
  reference: string;
}

export interface Messaging {
  /** One attempt. Resolves whether the gateway took it or refuses the number; throws when trying again may help. */
  send(ctx: Ctx, sms: OutgoingSms): Promise<'sent' | 'refused'>;
  /** No more attempts will be made. */
  giveUp(ctx: Ctx, purpose: string, reference: string): Promise<void>;
  /** Throws provider_failed when this server has no gateway. */
  assertSetUp(): void;
  /** Throws provider_failed when a message to anybody would not go out now. Sends nothing. */
  checkGateway(ctx: Ctx, phone: string): Promise<void>;
}

/** A lost packet or one bad answer is no outage: pauses before each further look. */
const probePausesMs = [0, 150, 400];
/** How long the last word of a message on our account counts; the jobs that try again renew or clear it sooner. */
const accountTroubleMs = 30_000;
/** Long enough to answer "I never got it"; a phone number is not kept for longer than it is of use. */
const keepMessagesDays = 90;

const gatewayFailed = (message: string) => new AppError('provider_failed', message);

const notSetUp = () => gatewayFailed('This server has no SMS gateway set up.');

class SmsNotSent extends Error {}

export function createMessagingService(gateway: SmsGateway | null): Messaging {
  return {
    giveUp: repository.giveUp,
    assertSetUp() {
      if (gateway === null) throw notSetUp();
    },
    async send(ctx, { phone, text, purpose, reference }) {
      if (gateway === null) throw new SmsNotSent('no SMS gateway is set up');
      const { provider } = gateway;
      const smsId = await repository.beginAttempt(ctx, { purpose, reference, phone, provider });
      const outcome = await gateway.send({ phone, text });
      await withTransaction(ctx, async (tx) => {
        await repository.recordOutcome(tx, smsId, outcome);
        if (outcome.kind === 'accepted') {
          await repository.applyReports(tx, provider, outcome.providerMessageId);
          await repository.recordGatewayHealth(tx, provider, null);
        }
        // What a probe sees for itself is not written down: it is true only until the gateway is back.
        if (outcome.kind === 'account-trouble')
          await repository.recordGatewayHealth(tx, provider, outcome.failure);
      });
      return settle(ctx, provider, smsId, outcome);
    },
    async checkGateway(ctx, phone) {
      if (gateway === null) throw notSetUp();
      const since = new Date(ctx.clock.now().getTime() - accountTroubleMs);
      const trouble = await repository.findGatewayTrouble(ctx, gateway.provider, since);
      const failure = trouble?.last_failure ?? (await probe(gateway, phone));
      if (failure === null) return;
      ctx.log.warn({ requestId: ctx.requestId, provider: gateway.provider, failure }, 'SMS gateway fails');
      throw gatewayFailed(
        'The code could not be sent just now. We keep trying for a few minutes; you may also ask again.',
      );
    },
  };
}

function settle(ctx: Ctx, provider: ProviderName, smsId: number, outcome: SmsOutcome): 'sent' | 'refused' {
  if (outcome.kind === 'accepted') return 'sent';
  ctx.log.warn({ requestId: ctx.requestId, provider, smsId, failure: outcome.failure }, 'SMS not sent');
  if (outcome.kind === 'refused') return 'refused';
  throw new SmsNotSent(`the SMS gateway did not take the message: ${outcome.failure}`);
}

async function probe(gateway: SmsGateway, phone: string): Promise<string | null> {
  let failure: string | null = null;
  for (const pauseMs of probePausesMs) {
    await pause(pauseMs);
    const result = await gateway.probe(phone);
    if (result === null) return null;
    failure = result.failure;
  }
  return failure;
}

export async function takeReport(
  ctx: Ctx,
  provider: ProviderName,
  report: DeliveryReport | null,
): Promise<void> {
  if (report === null) return;
  await withTransaction(ctx, async (tx) => {
    await repository.insertReport(tx, provider, report);
    await repository.applyReports(tx, provider, report.providerMessageId);
  });
}

export async function removeOldMessages(ctx: Ctx): Promise<void> {
  await repository.removeOldMessages(
    ctx,
    new Date(ctx.clock.now().getTime() - keepMessagesDays * 86_400_000),
  );
}
