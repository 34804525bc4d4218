import type { JobDefinition } from '../platform/context.ts';
import type { Endpoint } from '../platform/http/implement.ts';

/** What a feature gives to the server. */
export interface Feature {
  name: string;
  endpoints: readonly Endpoint[];
  jobs?: readonly JobDefinition[];
}
