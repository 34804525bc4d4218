import { Stack, Title } from '@mantine/core';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { useCan } from '../../lib/session.ts';
import { StatisticCards } from './statistic-cards.tsx';
import { UsefulLinks } from './useful-links.tsx';

export function DashboardPage() {
  const can = useCan();
  const isAdmin = can('statistics:read');
  return (
    <Stack px={{ base: 'sm', xs: 'lg' }} py="lg" gap="lg">
      <PageTitle>Dashboard</PageTitle>
      <Title order={1} size="h3">
        {isAdmin ? 'Admin DashBoard' : 'Welcome to our DashBoard'}
      </Title>
      {isAdmin ? <StatisticCards /> : <UsefulLinks />}
    </Stack>
  );
}
