// The only file of this feature that another may import.
import type { Feature } from '../feature.ts';
import { removeOldMessagesJob } from './messaging.jobs.ts';
import { messagingEndpoints } from './messaging.routes.ts';
import { createMessagingService, type Messaging } from './messaging.service.ts';
import { createGateway, type SmsSettings } from './providers/index.ts';

export type { Messaging } from './messaging.service.ts';
export type { SmsSettings } from './providers/index.ts';

export function createMessaging(settings: SmsSettings | null): Messaging & { feature: Feature } {
  return {
    ...createMessagingService(settings === null ? null : createGateway(settings)),
    feature: { name: 'messaging', endpoints: messagingEndpoints(settings), jobs: [removeOldMessagesJob] },
  };
}
