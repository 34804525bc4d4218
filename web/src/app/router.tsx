import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { LoadingScreen } from '../components/ui/loading-screen.tsx';
import { NotFoundPage, UnauthorisedPage } from '../components/ui/message-page.tsx';
import { useSession } from '../lib/session.ts';
import { drawnPage } from './drawn-page.tsx';
import { publicPages, signedInArea } from './page-code.ts';

const SignedInArea = drawnPage(signedInArea);
const LoginPage = drawnPage(publicPages['/login']);
const RegisterPage = drawnPage(publicPages['/register']);
const ForgotPasswordPage = drawnPage(publicPages['/forgot-password']);
const PasswordResetPage = drawnPage(publicPages['/password-reset']);

/** Public pages: one line each. Everything under /app is in screens.tsx. */
export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen whole />}>
      <Routes>
        <Route path="/" element={<LoginPage onBegin={signedInArea.load} />} />
        <Route path="/login" element={<LoginPage onBegin={signedInArea.load} />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/password-reset" element={<PasswordResetPage />} />
        <Route path="/unauthorised" element={<UnauthorisedPage />} />
        <Route path="/app/*" element={<AppArea />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}

/** Without a session the login screen stands at the address asked for, so signing in leads straight to it. */
function AppArea() {
  return useSession() === null ? <LoginPage inPlace onBegin={signedInArea.load} /> : <SignedInArea />;
}
