// One line per contract. Features import what they need from their own files; this is for what walks them all.
import { appContract } from './app/app.contract.ts';
import { auditContract } from './audit/audit.contract.ts';
import { dashboardContract } from './dashboard/dashboard.contract.ts';
import { eventsContract } from './events/events.contract.ts';
import { identityContract } from './identity/identity.contract.ts';
import { profileContract } from './identity/profile.contract.ts';
import { messagingContract } from './messaging/messaging.contract.ts';
import { ordersContract } from './orders/orders.contract.ts';
import { paymentsContract } from './payments/payments.contract.ts';
import { providerCallbacksContract } from './payments/provider-callbacks.contract.ts';
import { categoriesContract } from './products/categories.contract.ts';
import { productsContract } from './products/products.contract.ts';
import type { Contract } from './route.ts';
import { suppliersContract } from './suppliers/suppliers.contract.ts';
import { usersContract } from './users/users.contract.ts';

export const contracts = {
  app: appContract,
  identity: identityContract,
  profile: profileContract,
  messaging: messagingContract,
  audit: auditContract,
  dashboard: dashboardContract,
  users: usersContract,
  suppliers: suppliersContract,
  products: productsContract,
  categories: categoriesContract,
  orders: ordersContract,
  payments: paymentsContract,
  providerCallbacks: providerCallbacksContract,
  events: eventsContract,
} satisfies Record<string, Contract>;
