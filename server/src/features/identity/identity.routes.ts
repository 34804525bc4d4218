import { identityContract } from '@ghala/contracts/identity/identity.contract';
import { implement } from '../../platform/http/implement.ts';
import { forgotPassword } from './forgot-password.ts';
import { login, logout, type IdentitySettings } from './identity.service.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';
import type { ResetSettings } from './send-reset-code.ts';

export const identityEndpoints = (settings: IdentitySettings & ResetSettings) =>
  implement(identityContract, {
    login: (ctx, { body }) => login(ctx, settings, body),
    logout: async (ctx) => {
      await logout(ctx);
      return { ok: true };
    },
    register: (ctx, { body }) => register(ctx, body),
    forgotPassword: async (ctx, { body }) => {
      await forgotPassword(ctx, settings.messaging, body);
      return { ok: true };
    },
    resetPassword: async (ctx, { body }) => {
      await resetPassword(ctx, settings.serverKey, body);
      return { ok: true };
    },
  });
