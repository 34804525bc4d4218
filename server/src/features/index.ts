// One line per feature.
import type { AppInfo } from '@ghala/contracts/app/app.contract';
import type { Config } from '../config.ts';
import { appFeature } from './app/index.ts';
import { dashboardFeature } from './dashboard/index.ts';
import { eventsFeature } from './events/index.ts';
import type { Feature, ServerServices } from './feature.ts';
import { identityFeature } from './identity/index.ts';
import { productsFeature } from './products/index.ts';
import { suppliersFeature } from './suppliers/index.ts';
import { usersFeature } from './users/index.ts';

export const createFeatures = (config: Config, info: AppInfo, services: ServerServices): Feature[] => [
  appFeature(info),
  identityFeature(config),
  usersFeature,
  suppliersFeature,
  productsFeature,
  eventsFeature(services.events),
  dashboardFeature,
];
