import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Dialogs } from '../components/ui/dialogs.tsx';
import { LoadingScreen } from '../components/ui/loading-screen.tsx';
import { NotFoundPage, UnauthorisedPage } from '../components/ui/message-page.tsx';
import { useLiveUpdates } from '../lib/live-updates.ts';
import { useCan, useSession } from '../lib/session.ts';
import { drawnPage } from './drawn-page.tsx';
import { screens } from './screens.tsx';
import type { Screen } from './screens.tsx';
import { Shell } from './shell/shell.tsx';

interface DrawnScreen extends Screen {
  Page: ComponentType;
}

const drawnScreens: readonly DrawnScreen[] = screens.map((screen) => ({
  ...screen,
  Page: drawnPage(screen.page),
}));

/** A failure is shown with its Retry at once; a person decides sooner and better than a timer. */
const newQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });

export function SignedInArea() {
  const userId = useSession()?.data.userId;
  // Keyed by the person: nobody sees what another one's session had fetched.
  return <AreaOfPerson key={userId} />;
}

function AreaOfPerson() {
  const [queryClient] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates />
      <Dialogs />
      <Shell>
        <Routes>
          <Route index element={<Navigate to="/app/dashboard" replace />} />
          {drawnScreens.map((screen) => (
            <Route key={screen.path} path={screen.path} element={<GuardedScreen screen={screen} />} />
          ))}
          <Route path="unauthorised" element={<UnauthorisedPage inShell />} />
          <Route path="*" element={<NotFoundPage inShell />} />
        </Routes>
      </Shell>
    </QueryClientProvider>
  );
}

function LiveUpdates() {
  useLiveUpdates();
  return null;
}

function GuardedScreen({ screen }: { screen: DrawnScreen }) {
  const can = useCan();
  if (!can(screen.permission)) return <Navigate to="/app/unauthorised" replace />;
  return (
    // The key makes each screen's first load show the placeholder instead of holding the old screen.
    <Suspense key={screen.path} fallback={<LoadingScreen />}>
      <screen.Page />
    </Suspense>
  );
}
