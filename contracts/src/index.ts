// Every contract, one line each; for what walks them all: import * as contracts from '@ghala/contracts'. Features
// import what they need from their own files.
export { appContract as app } from './app/app.contract.ts';
export { identityContract as identity } from './identity/identity.contract.ts';
export { profileContract as profile } from './identity/profile.contract.ts';
export { messagingContract as messaging } from './messaging/messaging.contract.ts';
export { auditContract as audit } from './audit/audit.contract.ts';
export { dashboardContract as dashboard } from './dashboard/dashboard.contract.ts';
export { usersContract as users } from './users/users.contract.ts';
export { suppliersContract as suppliers } from './suppliers/suppliers.contract.ts';
export { productsContract as products } from './products/products.contract.ts';
export { categoriesContract as categories } from './products/categories.contract.ts';
export { ordersContract as orders } from './orders/orders.contract.ts';
export { paymentsContract as payments } from './payments/payments.contract.ts';
export { providerCallbacksContract as providerCallbacks } from './payments/provider-callbacks.contract.ts';
export { eventsContract as events } from './events/events.contract.ts';
