import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { BrowserRouter } from 'react-router';
import { toastSettings } from '../lib/notify.tsx';
import { PageFault } from './page-fault.tsx';
import { AppRoutes } from './router.tsx';
import { theme } from './theme.ts';

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Notifications {...toastSettings} />
      <PageFault>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </PageFault>
    </MantineProvider>
  );
}
