import { Anchor, Center, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { PageTitle } from './page-title.tsx';

interface MessagePageProps {
  title: string;
  text: string;
  /** Inside the signed-in area the shell already has the main element. */
  inShell?: boolean;
}

function MessagePage({ title, text, inShell = false }: MessagePageProps) {
  return (
    <Center component={inShell ? 'div' : 'main'} mih="60vh" p="md">
      <PageTitle>{title}</PageTitle>
      <Stack align="center" gap="xs">
        <Title order={1}>{title}</Title>
        <Text ta="center">{text}</Text>
        <Anchor component={Link} to="/" mt="sm">
          Go Back
        </Anchor>
      </Stack>
    </Center>
  );
}

export function UnauthorisedPage({ inShell = false }: { inShell?: boolean }) {
  return (
    <MessagePage
      title="403 Unauthorised"
      text="...Oops you are not authorised to view this page"
      inShell={inShell}
    />
  );
}

export function NotFoundPage({ inShell = false }: { inShell?: boolean }) {
  return <MessagePage title="404 Error" text="...Oops looks like this page is Missing" inShell={inShell} />;
}
