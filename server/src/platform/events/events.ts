// Live changes between servers: NOTIFY in the transaction of the change, so an event exists exactly when its change
// does; one listening connection per server hands it to whoever listens there.
import { Client, type ClientConfig } from 'pg';
import { sql } from 'kysely';
import { z } from 'zod';
import { changeSchema, type Change } from '@ghala/contracts/events/events.contract';
import type { Ctx } from '../context.ts';
import type { Log } from '../log/log.ts';

const channel = 'ghala_changes';

/** Whom a change concerns besides admins: the person of the order, the accounts of the company. */
export interface Audience {
  userId: number;
  supplierId: number;
}

const messageSchema = z.object({
  audience: z.object({ userId: z.number(), supplierId: z.number() }),
  change: changeSchema,
});
export type Message = z.infer<typeof messageSchema>;

export async function publishChange(tx: Ctx, audience: Audience, change: Change): Promise<void> {
  const { userId, supplierId } = audience;
  const message: Message = { audience: { userId, supplierId }, change };
  await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(tx.db);
}

/** `gap`: the connection was away, so changes may have been missed. */
export type Listener = (heard: Message | 'gap') => void;

export interface EventHub {
  subscribe(listener: Listener): () => void;
  start(): void;
  stop(): Promise<void>;
}

/** Grows with each failed try to connect, up to a bound that keeps a recovered database from waiting long. */
const reconnectMs = { first: 100, most: 5_000 };

export function createEventHub(connection: ClientConfig, log: Log): EventHub {
  const listeners = new Set<Listener>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let waitMs = reconnectMs.first;

  const tellAll = (heard: Message | 'gap') => {
    for (const listener of listeners) listener(heard);
  };

  const connect = async () => {
    const next = new Client({ ...connection, application_name: 'ghala-events', keepAlive: true });
    const lost = () => {
      if (client !== next) return;
      client = undefined;
      if (!stopped) retry();
    };
    next.on('error', (error) => {
      log.warn({ err: error }, 'the connection for live changes was lost');
      lost();
    });
    next.on('end', lost);
    next.on('notification', ({ payload }) => {
      const message = messageSchema.safeParse(JSON.parse(payload ?? 'null'));
      if (message.success) tellAll(message.data);
    });
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      waitMs = reconnectMs.first;
      tellAll('gap');
    } catch (error) {
      log.warn({ err: error }, 'live changes cannot be heard yet');
      lost();
      await next.end().catch(() => undefined);
    }
    if (stopped) await next.end().catch(() => undefined);
  };

  const retry = () => {
    timer = setTimeout(() => void connect(), waitMs);
    waitMs = Math.min(waitMs * 2, reconnectMs.most);
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      stopped = false;
      void connect();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
