// The only file of this feature that another may import.
import type { Feature } from '../feature.ts';
import { suppliersEndpoints } from './suppliers.routes.ts';

export {
  companyIdsOf,
  companyIdsOfUser,
  requireCompany,
  requireSupplier,
  setMemberships,
  supplierExists,
} from './members.service.ts';

export const suppliersFeature: Feature = { name: 'suppliers', endpoints: suppliersEndpoints };
