// The only file of this feature that another may import.
export type { PaymentsTable } from './payments.tables.ts';
