// Reads the audit log, which is written by the platform in the transaction of each change and never altered.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { auditContract, AuditEntry } from '@ghala/contracts/audit/audit.contract';
import type { Ctx } from '../../platform/context.ts';
import { listPage } from '../../platform/list/list.ts';

type AuditQuery = z.output<typeof auditContract.listAudit.query>;

const dayMs = 86_400_000;

export function listAudit(ctx: Ctx, query: AuditQuery): Promise<{ results: AuditEntry[]; total: number }> {
  let base = ctx.db.selectFrom('audit_log');
  if (query.action !== undefined) base = base.where('action', '=', query.action);
  if (query.subjectType !== undefined) base = base.where('subject_type', '=', query.subjectType);
  if (query.subjectId !== undefined) base = base.where('subject_id', '=', query.subjectId);
  if (query.ip !== undefined) base = base.where('ip', '=', query.ip);
  if (query.actorUserId !== undefined) base = base.where('actor_user_id', '=', query.actorUserId);
  if (query.from !== undefined) base = base.where('at', '>=', new Date(query.from));
  // The day itself included.
  if (query.to !== undefined) base = base.where('at', '<', new Date(new Date(query.to).getTime() + dayMs));
  return listPage(
    {
      query: base,
      select: (rows) => rows.selectAll(),
      search: {
        // The expression of the index audit_log_search.
        text: [
          sql<string>`(actor_name || ' ' || action || ' ' || subject_type || ' ' || subject_id || ' ' || ip)`,
        ],
      },
      sortable: {
        at: 'at',
        actorName: 'actor_name',
        action: 'action',
        subjectType: 'subject_type',
        ip: 'ip',
      },
      idColumn: 'audit_id',
    },
    query,
    (row) => ({
      auditId: row.audit_id,
      at: row.at.toISOString(),
      actorUserId: row.actor_user_id,
      actorName: row.actor_name,
      action: row.action,
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      ip: row.ip,
      userAgent: row.user_agent,
      requestId: row.request_id,
      before: row.before as Record<string, unknown> | null,
      after: row.after as Record<string, unknown> | null,
    }),
  );
}
