import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface NoticeProps {
  color: 'teal' | 'blue' | 'red' | 'yellow' | 'grape' | 'gray';
  icon: ReactNode;
  title?: string;
  children: ReactNode;
}

// Not an alert, which would break into what a screen reader is saying.
const politely = { role: 'status' };

/** The alert's own colours are too faint to read on its ground. */
const InInk = ({ children }: { children: ReactNode }) => (
  <Text component="div" inherit c="var(--mantine-color-text)">
    {children}
  </Text>
);

/** News that may change while the page is open, such as how a payment is going. */
export function Notice({ color, icon, title, children }: NoticeProps) {
  return (
    <Alert
      color={color}
      variant="light"
      icon={icon}
      {...(title === undefined ? {} : { title: <InInk>{title}</InInk> })}
      {...politely}
    >
      <InInk>{children}</InInk>
    </Alert>
  );
}
