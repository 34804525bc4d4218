// The stream of live changes: each listener hears of what it may read, and of nothing else.
import { eventsContract } from '@ghala/contracts/events/events.contract';
import type { SignedInCtx } from '../../platform/context.ts';
import type { EventHub } from '../../platform/events/events.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import { implement } from '../../platform/http/implement.ts';
import type { Feature } from '../feature.ts';
import { companyIdsOf } from '../suppliers/index.ts';

async function streamEvents(ctx: SignedInCtx, hub: EventHub): Promise<EventStream> {
  // As of now: a membership given later is heard of once the page connects again.
  const companies = await companyIdsOf(ctx);
  const maySee = (userId: number, supplierId: number) =>
    companies === 'all' || companies.includes(supplierId) || userId === ctx.actor.userId;
  return (tell) => {
    tell({ name: 'ready', data: {} });
    return hub.subscribe((heard) => {
      if (heard === 'gap') tell({ name: 'ready', data: {} });
      else if (maySee(heard.audience.userId, heard.audience.supplierId))
        tell({ name: 'change', data: heard.change });
    });
  };
}

export const eventsFeature = (hub: EventHub): Feature => ({
  name: 'events',
  endpoints: implement(eventsContract, { streamEvents: (ctx) => streamEvents(ctx, hub) }),
});
