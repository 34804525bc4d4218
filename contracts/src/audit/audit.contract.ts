import { z } from 'zod';
import * as field from '../fields.ts';
import { dayFilter, idFilter, listQuery, page } from '../list.ts';
import { defineContract } from '../route.ts';

const facts = z.record(z.string(), z.unknown()).nullable();

export const auditEntrySchema = z.object({
  auditId: field.wireId,
  at: field.timestamp,
  /** Null when the system acted, or somebody who was not signed in. */
  actorUserId: field.wireId.nullable(),
  actorName: z.string(),
  /** noun.verb, such as user.updated */
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
  before: facts,
  after: facts,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditSortKeys = ['at', 'actorName', 'action', 'subjectType', 'ip'] as const;

/** A filter by the very text; '' is no filter. What PostgreSQL cannot hold matches nothing, so it is dropped. */
const exactText = z
  .string()
  .max(100, 'This is too long.')
  .optional()
  .transform((value) => (value ?? '').toWellFormed().replaceAll('\u0000', '').trim() || undefined);

export const auditContract = defineContract({
  listAudit: {
    method: 'GET',
    path: '/api/audit',
    summary:
      'Who did what, to what, when and from where, newest first. Searches actor, action, subject and address.',
    access: 'audit:read',
    query: listQuery({
      sort: auditSortKeys,
      filters: {
        action: exactText,
        subjectType: exactText,
        subjectId: exactText,
        ip: exactText,
        actorUserId: idFilter,
        from: dayFilter,
        to: dayFilter,
      },
    }),
    response: page(auditEntrySchema),
  },
});
