// Features that need nothing but the database: one line each. Those with settings or services are in index.ts.
export { auditFeature } from './audit/index.ts';
export { dashboardFeature } from './dashboard/index.ts';
export { productsFeature } from './products/index.ts';
export { suppliersFeature } from './suppliers/index.ts';
export { usersFeature } from './users/index.ts';
