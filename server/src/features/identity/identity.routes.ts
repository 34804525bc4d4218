import { identityContract } from '@ghala/contracts/identity/identity.contract';
import { implement } from '../../platform/http/implement.ts';
import { login, logout, type IdentitySettings } from './identity.service.ts';
import { register } from './register.ts';

export const identityEndpoints = (settings: IdentitySettings) =>
  implement(identityContract, {
    login: (ctx, { body }) => login(ctx, settings, body),
    logout: async (ctx) => {
      await logout(ctx);
      return { ok: true };
    },
    register: (ctx, { body }) => register(ctx, body),
  });
