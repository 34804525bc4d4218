import { Button, Group, Stack } from '@mantine/core';
import type { AuditEntry } from '@ghala/contracts/audit/audit.contract';
import { openDialog } from '../../components/ui/open-dialog.ts';
import { formatTimestamp } from '../../lib/format.ts';
import classes from './audit.module.css';
import { subjectOf } from './audit-columns.ts';
import { Changes } from './changes.tsx';

type NarrowTo = (filters: Record<string, string>) => void;

/** One entry in full, and the ways on from it. */
export function openAuditEntry(entry: AuditEntry, narrowTo: NarrowTo): void {
  void openDialog({
    title: `${entry.action}, ${subjectOf(entry)}`,
    size: 'lg',
    content: () => (close) => (
      <EntryDetails
        entry={entry}
        onNarrow={(filters) => {
          close();
          narrowTo(filters);
        }}
      />
    ),
  });
}

function EntryDetails({ entry, onNarrow }: { entry: AuditEntry; onNarrow: NarrowTo }) {
  const { actorUserId, actorName, action, subjectType, subjectId, ip } = entry;
  const facts = [
    ['When', `${formatTimestamp(entry.at)} UTC`],
    ['Who', actorUserId === null ? actorName : `${actorName} (user ${actorUserId})`],
    ['Address', ip],
    ['Device', entry.userAgent],
    ['Request', entry.requestId],
  ] as const;
  const ways: readonly (readonly [label: string, filters: Record<string, string>])[] = [
    [`All about ${subjectOf(entry)}`, { subjectType, subjectId }],
    ...(actorUserId === null ? [] : [[`All by ${actorName}`, { actorUserId: String(actorUserId) }] as const]),
    [`All ${action}`, { action }],
    ...(ip === '' ? [] : [[`All from ${ip}`, { ip }] as const]),
  ];
  return (
    <Stack gap="md">
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
      <Changes before={entry.before} after={entry.after} />
      <Group gap="xs">
        {ways.map(([label, filters]) => (
          <Button key={label} variant="default" size="compact-md" onClick={() => onNarrow(filters)}>
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
