import { z } from 'zod';
import { defineContract } from '../route.ts';

export const dashboardContract = defineContract({
  getStatistics: {
    method: 'GET',
    path: '/api/dashboard',
    summary: 'The live numbers behind the three dashboard cards.',
    access: 'statistics:read',
    response: z.object({ users: z.int(), orders: z.int(), payments: z.int() }),
    fromDataAlone: true,
  },
});
