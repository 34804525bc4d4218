import { IconListDetails } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { auditContract } from '@ghala/contracts/audit/audit.contract';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { RowButton } from '../../components/ui/row-action.tsx';
import { auditColumns, subjectOf } from './audit-columns.ts';
import { openAuditEntry } from './audit-entry.tsx';
import { auditFilters } from './audit-filters.tsx';

const source = listSource(auditContract.listAudit);

/** Who did what, to what, when and from where: for the admin who has to find out. */
export function AuditPage() {
  const navigate = useNavigate();
  const narrowTo = (filters: Record<string, string>) =>
    void navigate({ search: new URLSearchParams(filters).toString() });
  return (
    <ListPage
      name="audit"
      title="Audit Log"
      things="entries"
      source={source}
      columns={auditColumns}
      filters={auditFilters}
      rowKey={(entry) => entry.auditId}
      emptyHint="Entries appear with the first sign-in or change."
      actions={{
        title: 'Action',
        render: (entry) => (
          <RowButton
            label={`Details of ${entry.action}, ${subjectOf(entry)}`}
            icon={IconListDetails}
            asks
            onClick={() => openAuditEntry(entry, narrowTo)}
          />
        ),
      }}
    />
  );
}
