import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/Skeleton.css';
import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconCash, IconShoppingCart, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { dashboardContract } from '@ghala/contracts/dashboard/dashboard.contract';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { call } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/format.ts';
import classes from './dashboard.module.css';

const cards = [
  { key: 'users', label: 'All Users', to: '/app/users', icon: IconUsers },
  { key: 'orders', label: 'All Orders', to: '/app/orders', icon: IconShoppingCart },
  { key: 'payments', label: 'All Payments', to: '/app/payments', icon: IconCash },
] as const;

export function StatisticCards() {
  const { data, error, isError, refetch } = useQuery({
    queryKey: [dashboardContract.getStatistics.path],
    queryFn: ({ signal }) => call(dashboardContract.getStatistics, {}, { signal }),
  });
  if (isError) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {cards.map(({ key, label, to, icon: CardIcon }) => (
        <Link key={key} to={to} className={classes.card}>
          <CardIcon size={22} stroke={1.7} aria-hidden className={classes.cardIcon} />
          <Text component="span" c="dimmed">
            {label}
          </Text>
          <span className={classes.figure}>
            {data === undefined ? (
              <Skeleton component="span" display="block" w="4rem" h="1.75rem" />
            ) : (
              formatCount(data[key])
            )}
          </span>
        </Link>
      ))}
    </SimpleGrid>
  );
}
