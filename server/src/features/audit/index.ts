// The only file of this feature that another may import.
import { auditContract } from '@ghala/contracts/audit/audit.contract';
import { implement } from '../../platform/http/implement.ts';
import type { Feature } from '../feature.ts';
import { listAudit } from './audit.repository.ts';

export const auditFeature: Feature = {
  name: 'audit',
  endpoints: implement(auditContract, { listAudit: (ctx, { query }) => listAudit(ctx, query) }),
};
