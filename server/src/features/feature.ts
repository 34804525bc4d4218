import type { BackgroundTask } from '../platform/background/background.ts';
import type { EventHub } from '../platform/events/events.ts';
import type { JobDefinition } from '../platform/context.ts';
import type { Endpoint } from '../platform/http/implement.ts';

/** What a feature gives to the server. */
export interface Feature {
  name: string;
  endpoints: readonly Endpoint[];
  jobs?: readonly JobDefinition[];
  background?: readonly BackgroundTask[];
}

/** What a server gives to its features. */
export interface ServerServices {
  /** Where others reach this server, without a trailing slash; known for sure once it listens. */
  ownUrl: () => string;
  events: EventHub;
  /** Shared by all servers on the same database. */
  serverKey: Buffer;
}
