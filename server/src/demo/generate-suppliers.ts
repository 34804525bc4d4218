// The companies, joining one after the other until well before the first order.
import { companies } from './lists/companies.ts';
import type { Random } from './random.ts';
import { dayMs, whenOpen } from './times.ts';

export interface DemoSupplier {
  supplier_id: number;
  supplier_name: string;
  contact_person: string;
  contact_number: string;
  email: string;
  address: string;
  created_at: Date;
  updated_at: Date;
}

/** By the company's key in lists/companies.ts. */
export type DemoSuppliers = ReadonlyMap<string, DemoSupplier>;

export function generateSuppliers(nowMs: number, newPhone: () => string, random: Random): DemoSuppliers {
  return new Map(
    companies.map((company, index) => {
      const joined = new Date(whenOpen(nowMs - (400 - index * 22 - random.integer(0, 8)) * dayMs, random));
      const supplier: DemoSupplier = {
        supplier_id: index + 1,
        supplier_name: company.supplierName,
        contact_person: company.contactPerson,
        contact_number: newPhone(),
        email: company.email,
        address: company.address,
        created_at: joined,
        updated_at: joined,
      };
      return [company.key, supplier];
    }),
  );
}

export function supplierOf(suppliers: DemoSuppliers, companyKey: string): DemoSupplier {
  const supplier = suppliers.get(companyKey);
  if (supplier === undefined) throw new Error(`No demo company has the key ${companyKey}.`);
  return supplier;
}
