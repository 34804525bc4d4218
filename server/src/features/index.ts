// One line per feature.
import type { AppInfo } from '@ghala/contracts/app/app.contract';
import type { Config } from '../config.ts';
import { mpesaSettings, paystackSettings, smsSettings } from '../sandbox-settings.ts';
import { appFeature } from './app/index.ts';
import { auditFeature } from './audit/index.ts';
import { dashboardFeature } from './dashboard/index.ts';
import { eventsFeature } from './events/index.ts';
import type { Feature, ServerServices } from './feature.ts';
import { identityFeature } from './identity/index.ts';
import { createMessaging } from './messaging/index.ts';
import { ordersFeature } from './orders/index.ts';
import { orderMoney, paymentsFeature } from './payments/index.ts';
import { productsFeature } from './products/index.ts';
import { suppliersFeature } from './suppliers/index.ts';
import { usersFeature } from './users/index.ts';

export function createFeatures(config: Config, info: AppInfo, services: ServerServices): Feature[] {
  const messaging = createMessaging(smsSettings(config, services.ownUrl));
  return [
    appFeature(info),
    messaging.feature,
    identityFeature({ ...config, messaging, serverKey: services.serverKey }),
    auditFeature,
    usersFeature,
    suppliersFeature,
    productsFeature,
    ordersFeature(config, orderMoney),
    paymentsFeature({
      ...config,
      ownUrl: services.ownUrl,
      mpesa: mpesaSettings(config, services.ownUrl),
      paystack: paystackSettings(config, services.ownUrl),
    }),
    eventsFeature(services.events),
    dashboardFeature,
  ];
}
