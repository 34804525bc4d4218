import { Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
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
    <FormSections title={title} {...(description === undefined ? {} : { description })}>
      <Paper withBorder className={classes.card}>
        {children}
      </Paper>
    </FormSections>
  );
}

/** A page of several cards, each a FormSection. */
export function FormSections({ title, description, children }: FormPageProps) {
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
        {children}
      </Stack>
    </div>
  );
}

export function FormSection({ title, description, children }: FormPageProps) {
  const titleId = useId();
  return (
    <Paper component="section" withBorder className={classes.card} aria-labelledby={titleId}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id={titleId}>
            {title}
          </Title>
          {description !== undefined && <Text c="dimmed">{description}</Text>}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
