import type { SignedInCtx } from '../../platform/context.ts';
import { countEverything } from './dashboard.repository.ts';

export const getStatistics = (ctx: SignedInCtx) => countEverything(ctx);
