import { Stack, Text, Title } from '@mantine/core';
import { PageTitle } from '../components/ui/page-title.tsx';

/** Stands in for the order and payment screens, which have no calls to speak to yet. */
export function ScreenToCome() {
  return (
    <Stack px={{ base: 'sm', xs: 'lg' }} py="lg" gap="xs">
      <PageTitle>Not here yet</PageTitle>
      <Title order={1} size="h3">
        Not here yet
      </Title>
      <Text c="dimmed">This screen is being built.</Text>
    </Stack>
  );
}
