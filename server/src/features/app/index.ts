// What the web must know before anybody signs in.
import { appContract, type AppInfo } from '@ghala/contracts/app/app.contract';
import { implement } from '../../platform/http/implement.ts';
import type { Feature } from '../feature.ts';

export const appFeature = (info: AppInfo): Feature => ({
  name: 'app',
  endpoints: implement(appContract, { getAppInfo: async () => info }),
});
