import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './form-page.module.css';

interface FormPageProps {
  title: string;
  description?: string;
  children: ReactNode;
}

export function FormPage({ title, description, children }: FormPageProps) {
  return (
    <div className={classes.page}>
      <PageTitle>{title}</PageTitle>
      <Stack gap="md">
        <div>
          <Title order={1} size="h3">
            {title}
          </Title>
          {description !== undefined && <Text c="dimmed">{description}</Text>}
        </div>
        <Paper withBorder className={classes.card}>
          {children}
        </Paper>
      </Stack>
    </div>
  );
}
