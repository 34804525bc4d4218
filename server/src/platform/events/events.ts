// Live changes between servers. What a transaction changed is announced by NOTIFY as soon as it has committed, many at
// a time: a NOTIFY inside the transaction would make all of them commit one after the other. One connection per server
// announces and listens. An announcement is lost only with a server that dies between commit and NOTIFY; the next one
// to start tells everybody that something may have been missed.
import { Client, type ClientConfig } from 'pg';
import { z } from 'zod';
import { changeSchema, type Change } from '@ghala/contracts/events/events.contract';
import type { Announcement, Ctx } from '../context.ts';
import type { Log } from '../log/log.ts';

const channel = 'ghala_changes';

const announcementSchema: z.ZodType<Announcement> = z.object({
  audience: z.object({ userId: z.number(), supplierId: z.number() }),
  change: changeSchema,
});

/** On the channel: a change, or that some were missed. */
const messageSchema = z.union([announcementSchema, z.literal('gap')]);
type Message = z.infer<typeof messageSchema>;

/** Inside a transaction it is told after the commit, or never. */
export const publishChange = (
  ctx: Ctx,
  { userId, supplierId }: Announcement['audience'],
  change: Change,
): void => ctx.announce({ audience: { userId, supplierId }, change });

/** `gap`: the connection was away, so changes may have been missed. */
export type Listener = (heard: Message) => void;

export interface EventHub {
  subscribe(listener: Listener): () => void;
  announce: (announcement: Announcement) => void;
  start(): void;
  /** What was announced before is still told. */
  stop(): Promise<void>;
}

/** Nobody sees a delay this short, and a busy server spares its database most of the work. */
const gatherMs = 20;

/** More than this waiting to be told, while the database is away: then "something changed" says it all. */
const maxWaiting = 1000;

/** Grows with each failed try to connect, up to a bound that keeps a recovered database from waiting long. */
const reconnectMs = { first: 100, most: 5_000 };

export function createEventHub(connection: ClientConfig, log: Log): EventHub {
  const listeners = new Set<Listener>();
  let client: Client | undefined;
  let connected = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let waitMs = reconnectMs.first;
  let waiting: Message[] = [];
  let telling: Promise<void> | undefined;

  /** What is announced within a moment goes together, and one statement at a time. */
  const tellOthers = async (by: Client) => {
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
      const now = waiting;
      waiting = [];
      try {
        await by.query({
          name: 'announce',
          text: 'select pg_notify($1, message) from unnest($2::text[]) message',
          values: [channel, now.map((message) => JSON.stringify(message))],
        });
      } catch (error) {
        log.warn({ err: error }, 'live changes could not be told');
        waiting = ['gap'];
        return;
      }
    }
  };
  const announce = (message: Message) => {
    if (waiting.length < maxWaiting) waiting.push(message);
    else waiting = ['gap'];
    if (client === undefined || !connected || telling !== undefined) return;
    telling = tellOthers(client).finally(() => {
      telling = undefined;
    });
  };

  const tellAll = (heard: Message) => {
    for (const listener of listeners) listener(heard);
  };

  const connect = async () => {
    const next = new Client({ ...connection, application_name: 'ghala-events', keepAlive: true });
    const lost = () => {
      if (client !== next) return;
      client = undefined;
      connected = false;
      if (!stopped) retry();
    };
    next.on('error', (error) => {
      log.warn({ err: error }, 'the connection for live changes was lost');
      lost();
    });
    next.on('end', lost);
    next.on('notification', ({ payload }) => {
      if (listeners.size === 0) return;
      const message = messageSchema.safeParse(JSON.parse(payload ?? 'null'));
      if (message.success) tellAll(message.data);
    });
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      waitMs = reconnectMs.first;
      connected = true;
      // Heard by this server too.
      announce('gap');
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
    announce(announcement) {
      if (!stopped) announce(announcement);
    },
    start() {
      stopped = false;
      void connect();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await telling;
      await client?.end().catch(() => undefined);
    },
  };
}
