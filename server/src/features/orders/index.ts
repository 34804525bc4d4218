// The only file of this feature that another may import.
export type { OrdersTable } from './orders.tables.ts';
