// Companies that supply products. A supplier account sees and changes only the companies it belongs to, and belongs
// to each one it adds.
import type { z } from 'zod';
import type {
  createSupplierSchema,
  Supplier,
  updateSupplierSchema,
} from '@ghala/contracts/suppliers/suppliers.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changedMeanwhile } from '../../platform/audit/changed-meanwhile.ts';
import type { SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import type { ListRequest } from '../../platform/list/list.ts';
import { addMember } from './members.repository.ts';
import { requireCompany } from './members.service.ts';
import * as repository from './suppliers.repository.ts';

export const listSuppliers = (ctx: SignedInCtx, request: ListRequest) =>
  repository.list(ctx, request, ctx.actor.role === 'admin' ? undefined : ctx.actor.userId);

export async function getSupplier(ctx: SignedInCtx, supplierId: number): Promise<Supplier> {
  await requireCompany(ctx, supplierId);
  const supplier = await repository.findById(ctx, supplierId);
  if (supplier === null) throw notFound('supplier');
  return supplier;
}

export const createSupplier = (
  ctx: SignedInCtx,
  body: z.output<typeof createSupplierSchema>,
): Promise<Supplier> =>
  withTransaction(ctx, async (tx) => {
    const supplier = await repository.insert(tx, {
      supplier_name: body.supplierName,
      contact_person: body.contactPerson,
      contact_number: body.contactNumber,
      email: body.email,
      address: body.address,
    });
    if (ctx.actor.role === 'supplier') await addMember(tx, ctx.actor.userId, supplier.supplierId);
    await recordAudit(tx, {
      action: 'supplier.created',
      subject: ['supplier', supplier.supplierId],
      after: supplier,
    });
    return supplier;
  });

export const updateSupplier = (
  ctx: SignedInCtx,
  supplierId: number,
  { version, ...body }: z.output<typeof updateSupplierSchema>,
): Promise<Supplier> =>
  withTransaction(ctx, async (tx) => {
    await requireCompany(tx, supplierId);
    const before = await repository.findForChange(tx, supplierId);
    if (before === null) throw notFound('supplier');
    if (version !== undefined && version !== before.version)
      throw await changedMeanwhile(tx, ['supplier', supplierId], before);
    if (Object.keys(body).length === 0) return before;
    const after = await repository.update(tx, supplierId, {
      ...(body.supplierName === undefined ? {} : { supplier_name: body.supplierName }),
      ...(body.contactPerson === undefined ? {} : { contact_person: body.contactPerson }),
      ...(body.contactNumber === undefined ? {} : { contact_number: body.contactNumber }),
      ...(body.email === undefined ? {} : { email: body.email }),
      ...(body.address === undefined ? {} : { address: body.address }),
    });
    await recordAudit(tx, {
      action: 'supplier.updated',
      subject: ['supplier', supplierId],
      before,
      after,
    });
    return after;
  });
