import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { useAppInfo } from '../../lib/app-info.ts';
import classes from './public-page.module.css';

interface PublicPageProps {
  /** What the browser tab says. */
  title: string;
  /** Stands over the fields; without it the product's name is the page's heading. */
  heading?: string;
  description: string;
  children: ReactNode;
  /** Stands below the card. */
  hint?: ReactNode;
}

/** The screens before sign-in: the product's name over one card. */
export function PublicPage({ title, heading, description, children, hint }: PublicPageProps) {
  const { productName } = useAppInfo();
  return (
    <main className={classes.page}>
      <PageTitle>{title}</PageTitle>
      <Stack className={classes.column} gap="lg">
        <Group gap="sm" justify="center">
          <img src="/favicon.svg" alt="" width={36} height={36} />
          {heading === undefined ? (
            <Title order={1} size="h2">
              {productName}
            </Title>
          ) : (
            <Text fw={600} className={classes.brand ?? ''}>
              {productName}
            </Text>
          )}
        </Group>
        <Paper withBorder className={classes.card}>
          <Stack gap="md">
            <div>
              {heading !== undefined && (
                <Title order={1} size="h3">
                  {heading}
                </Title>
              )}
              <Text c="dimmed">{description}</Text>
            </div>
            {children}
          </Stack>
        </Paper>
        {hint}
      </Stack>
    </main>
  );
}
