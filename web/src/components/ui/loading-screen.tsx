import { Center } from '@mantine/core';

export function LoadingScreen() {
  return (
    <Center mih="40vh" c="dimmed">
      <output>Loading....</output>
    </Center>
  );
}
