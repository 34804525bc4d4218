import type { AuditEntry } from '@ghala/contracts/audit/audit.contract';
import type { ListColumn } from '../../components/list/list-column.ts';
import { formatTimestamp } from '../../lib/format.ts';
import { describeUserAgent } from '../../lib/user-agent.ts';

export const subjectOf = ({ subjectType, subjectId }: AuditEntry): string => `${subjectType} ${subjectId}`;

export const auditColumns: readonly ListColumn<AuditEntry>[] = [
  { key: 'at', title: 'When', text: (entry) => formatTimestamp(entry.at), sortKey: 'at' },
  { key: 'actorName', title: 'Who', text: (entry) => entry.actorName, sortKey: 'actorName' },
  { key: 'action', title: 'What', text: (entry) => entry.action, sortKey: 'action' },
  { key: 'subject', title: 'About', text: subjectOf, sortKey: 'subjectType' },
  { key: 'ip', title: 'Address', text: (entry) => entry.ip, sortKey: 'ip' },
  { key: 'device', title: 'Device', text: (entry) => describeUserAgent(entry.userAgent).name },
  { key: 'requestId', title: 'Request', text: (entry) => entry.requestId, optional: true },
];
