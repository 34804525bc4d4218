import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { profileContract } from '@ghala/contracts/identity/profile.contract';
import type { Session } from '@ghala/contracts/identity/profile.contract';
import { confirm } from '../../components/ui/confirm.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { call } from '../../lib/api-client.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import classes from './profile.module.css';
import { SessionRow } from './session-row.tsx';

const queryKey = [profileContract.listSessions.path];

export const useSessions = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(profileContract.listSessions, {}, { signal }),
  });

export function SessionList({ query }: { query: ReturnType<typeof useSessions> }) {
  return <Loaded query={query}>{({ results }) => <Sessions sessions={results} />}</Loaded>;
}

const othersInWords = (count: number): string =>
  count === 1 ? 'the other session' : `the ${count} other sessions`;

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const queryClient = useQueryClient();
  // Also after a failure: the session may be over already.
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  const endOne = useMutation({
    mutationFn: (sessionId: number) =>
      call(profileContract.endSession, { params: { id: String(sessionId) } }),
    onSuccess: () => notifySuccess('Session ended'),
    onError: (error) => notifyFailure('Failed to end the session', error),
    onSettled,
  });
  const endOthers = useMutation({
    mutationFn: () => call(profileContract.endOtherSessions),
    onSuccess: () => notifySuccess('Other sessions ended'),
    onError: (error) => notifyFailure('Failed to end the other sessions', error),
    onSettled,
  });
  const others = sessions.filter((session) => !session.current).length;
  const askToEndOthers = () =>
    confirm({
      title: 'End other sessions',
      question: 'Whoever uses them has to sign in again.',
      about: `This ends ${othersInWords(others)} and keeps this one.`,
      confirmLabel: 'End them',
      onConfirm: () => endOthers.mutate(),
    });
  return (
    <Stack gap="md">
      <ul className={classes.sessions} aria-label="Sessions">
        {sessions.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            ending={endOne.isPending && endOne.variables === session.sessionId}
            onEnd={() => endOne.mutate(session.sessionId)}
          />
        ))}
      </ul>
      {others === 0 ? (
        <Text c="dimmed">You are signed in nowhere else.</Text>
      ) : (
        <div>
          <Button variant="default" disabled={endOthers.isPending} onClick={askToEndOthers}>
            End other sessions
          </Button>
        </div>
      )}
    </Stack>
  );
}
