import '@fontsource-variable/inter';
import './fonts/fonts.css';
import './component-styles.ts';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { BrowserRouter } from 'react-router';
import { Toasts } from '../components/ui/toasts.tsx';
import { PageFault } from './page-fault.tsx';
import { AppRoutes } from './router.tsx';
import { theme } from './theme.ts';

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Toasts />
      <PageFault>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </PageFault>
    </MantineProvider>
  );
}
