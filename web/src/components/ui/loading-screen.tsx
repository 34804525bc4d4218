import { Center } from '@mantine/core';

/** `whole`: nothing else is on the page yet, so it brings the main landmark. */
export function LoadingScreen({ whole = false }: { whole?: boolean }) {
  return (
    <Center component={whole ? 'main' : 'div'} mih="40vh" c="dimmed">
      <output>Loading....</output>
    </Center>
  );
}
