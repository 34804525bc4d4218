import { dashboardContract } from '@ghala/contracts/dashboard/dashboard.contract';
import { implement } from '../../platform/http/implement.ts';
import type { Feature } from '../feature.ts';
import { getStatistics } from './dashboard.service.ts';

export const dashboardFeature: Feature = {
  name: 'dashboard',
  endpoints: implement(dashboardContract, { getStatistics: (ctx) => getStatistics(ctx) }),
};
