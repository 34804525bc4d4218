// Server-sent events on one connection: head, heartbeat, and an end on every way a connection ends. Knows no event.
import type { ServerResponse } from 'node:http';
import { heartbeatMs } from '@ghala/contracts/events/events.contract';

export interface ServerEvent {
  name: string;
  data: unknown;
}

/** Begins to tell, and answers how to stop. */
export type EventStream = (tell: (event: ServerEvent) => void) => () => void;

/** A listener that reads slower than this much is let go; it asks for everything again when it is back. */
const maxUnreadBytes = 256 * 1024;

export interface StreamOptions {
  headers: Readonly<Record<string, string | number | string[] | undefined>>;
  stream: EventStream;
  /** Asked at every heartbeat; false ends the stream: a session that was ended hears nothing more. */
  stillAllowed: () => Promise<boolean>;
}

/** Returns how to end it from our side, at shutdown. */
export function sendEvents(response: ServerResponse, options: StreamOptions, onEnd: () => void): () => void {
  response.writeHead(200, {
    ...options.headers,
    'content-type': 'text/event-stream; charset=utf-8',
    // A proxy that buffers would keep events from being live.
    'x-accel-buffering': 'no',
  });
  const write = (text: string) => {
    if (response.writableLength > maxUnreadBytes) response.destroy();
    else response.write(text);
  };
  const stop = options.stream(({ name, data }) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  const end = () => response.end();
  const heartbeat = setInterval(() => {
    options.stillAllowed().then(
      (allowed) => (allowed ? write(': still here\n\n') : end()),
      // The database is away: better a stream that waits than one that drops everybody.
      () => write(': still here\n\n'),
    );
  }, heartbeatMs / 2);
  response.on('close', () => {
    clearInterval(heartbeat);
    stop();
    onEnd();
  });
  return end;
}
