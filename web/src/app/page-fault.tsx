import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button, Center, Stack, Text, Title } from '@mantine/core';

/** The last net: a fault while drawing, or a part of the page that could not be loaded (often a new release). */
export class PageFault extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Center component="main" mih="60vh" p="md">
        <Stack align="center" gap="sm" role="alert">
          <Title order={1} size="h3">
            This page could not be shown
          </Title>
          <Text>Nothing you saved is lost. Reloading usually helps.</Text>
          <Button onClick={() => location.reload()}>Reload</Button>
        </Stack>
      </Center>
    );
  }
}
