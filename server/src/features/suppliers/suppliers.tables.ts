import type { Generated } from 'kysely';

export interface SuppliersTable {
  supplier_id: Generated<number>;
  supplier_name: string;
  contact_person: string;
  /** Canonical: 2547XXXXXXXX */
  contact_number: string;
  email: string;
  address: string;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SupplierMembersTable {
  supplier_id: number;
  user_id: number;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    suppliers: SuppliersTable;
    supplier_members: SupplierMembersTable;
  }
}
