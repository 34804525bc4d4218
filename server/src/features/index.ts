// Every feature, with the settings and services it needs.
import type { AppInfo } from '@ghala/contracts/app/app.contract';
import type { Config } from '../config.ts';
import { mpesaSettings, paystackSettings, smsSettings } from '../sandbox-settings.ts';
import { appFeature } from './app/index.ts';
import { eventsFeature } from './events/index.ts';
import type { Feature, ServerServices } from './feature.ts';
import { identityFeature } from './identity/index.ts';
import { createMessaging } from './messaging/index.ts';
import { ordersFeature } from './orders/index.ts';
import { orderMoney, paymentsFeature } from './payments/index.ts';
import * as plainFeatures from './plain-features.ts';

export function createFeatures(config: Config, info: AppInfo, services: ServerServices): Feature[] {
  const messaging = createMessaging(smsSettings(config, services.ownUrl));
  return [
    appFeature(info),
    messaging.feature,
    identityFeature({ ...config, messaging, serverKey: services.serverKey }),
    ordersFeature(config, orderMoney),
    paymentsFeature({
      ...config,
      ownUrl: services.ownUrl,
      mpesa: mpesaSettings(config, services.ownUrl),
      paystack: paystackSettings(config, services.ownUrl),
    }),
    eventsFeature(services.events),
    ...Object.values(plainFeatures),
  ];
}
