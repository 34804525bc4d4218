// The one stream of live changes a tab has. It comes back by itself after every kind of loss, rests while nobody looks
// at the tab (a browser allows six connections to a server in all), and ends with the session.
import { eventsContract, heartbeatMs } from '@ghala/contracts/events/events.contract';
import type { Change } from '@ghala/contracts/events/events.contract';
import { readEvents } from './event-reader.ts';
import { expireSession } from './session.ts';

interface LiveOptions {
  token: string;
  /** The stream has opened: whatever changed before was not heard. */
  onReady: () => void;
  onChange: (change: Change) => void;
}

/** The page loads what it shows first; only then does it begin to listen, and asks once for what it missed. */
const firstConnectMs = 1500;
/** Grows with each failed try; the bound keeps a recovered line from waiting long. */
const reconnectMs = { first: 500, most: 15_000 };
/** A comment comes at least every heartbeat; after this silence the line is dead, whatever the browser believes. */
const silenceMs = heartbeatMs * 1.5;

/** Returns how to stop. */
export function openLiveConnection(options: LiveOptions): () => void {
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = reconnectMs.first;
  let stopped = false;

  const connect = () => {
    clearTimeout(timer);
    if (stopped || current !== null || document.hidden) return;
    const controller = new AbortController();
    current = controller;
    void follow(controller);
  };
  const follow = async (controller: AbortController) => {
    const end = await listen(options, controller, () => (waitMs = reconnectMs.first));
    if (current !== controller) return;
    current = null;
    if (end === 'refused') stopped = true;
    // Spread, so that a restarted server is not met by everybody at once.
    timer = setTimeout(connect, waitMs * (0.5 + Math.random() / 2));
    waitMs = Math.min(waitMs * 2, reconnectMs.most);
  };
  const disconnect = () => {
    clearTimeout(timer);
    const controller = current;
    current = null;
    controller?.abort();
  };
  const connectAnew = () => {
    disconnect();
    waitMs = reconnectMs.first;
    connect();
  };
  const followVisibility = () => (document.hidden ? disconnect() : connectAnew());

  document.addEventListener('visibilitychange', followVisibility);
  addEventListener('online', connectAnew);
  timer = setTimeout(connect, firstConnectMs);
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', followVisibility);
    removeEventListener('online', connectAnew);
    disconnect();
  };
}

/** Listens until the stream ends. Refused: the session is dead, and trying again would not help. */
async function listen(
  { token, onReady, onChange }: LiveOptions,
  controller: AbortController,
  onOpen: () => void,
): Promise<'refused' | 'lost'> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const noteActivity = () => {
    clearTimeout(silence);
    silence = setTimeout(() => controller.abort(), silenceMs);
  };
  try {
    noteActivity();
    const answer = await fetch(eventsContract.streamEvents.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: controller.signal,
    });
    if (answer.status === 401) {
      expireSession(token);
      return 'refused';
    }
    if (!answer.ok || answer.body === null) return 'lost';
    await readEvents(answer.body, noteActivity, ({ name, data }) => {
      onOpen();
      if (name === 'ready') onReady();
      if (name !== 'change') return;
      const change: unknown = JSON.parse(data);
      if (isChange(change)) onChange(change);
    });
    return 'lost';
  } catch {
    // No network, an aborted stream, a cut event: all are a lost line, and `ready` asks for what was missed.
    return 'lost';
  } finally {
    clearTimeout(silence);
  }
}

// By hand: the schema would bring all of zod to every page.
function isChange(value: unknown): value is Change {
  const { subject, orderId } = (value ?? {}) as Partial<Change>;
  return ['order', 'attempt', 'payment'].includes(subject ?? '') && typeof orderId === 'number';
}
