import '@mantine/core/styles/Badge.css';
import { Badge, Button, Text } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { Session } from '@ghala/contracts/identity/profile.contract';
import { formatTimestamp } from '../../lib/format.ts';
import { describeUserAgent } from '../../lib/user-agent.ts';
import classes from './profile.module.css';

interface SessionRowProps {
  session: Session;
  ending: boolean;
  onEnd: () => void;
}

export function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { name, isMobile } = describeUserAgent(session.userAgent);
  const DeviceIcon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.session}>
      <DeviceIcon size={22} stroke={1.6} aria-hidden />
      <div className={classes.sessionFacts}>
        <Text fw={550} title={session.userAgent}>
          {name} · {session.ip}
        </Text>
        <Text c="dimmed" size="sm" component="div" className={classes.times ?? ''}>
          <span>Signed in {formatTimestamp(session.createdAt)}</span>
          <span>Last seen {formatTimestamp(session.lastSeenAt)}</span>
        </Text>
      </div>
      {session.current ? (
        <Badge variant="light" tt="none" leftSection={<IconCheck size={14} aria-hidden />}>
          This session
        </Badge>
      ) : (
        <Button
          variant="default"
          size="compact-md"
          disabled={ending}
          aria-label={`End the session of ${name}, ${session.ip}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}
