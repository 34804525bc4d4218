import { profileContract } from '@ghala/contracts/identity/profile.contract';
import { implement } from '../../platform/http/implement.ts';
import * as profile from './profile.service.ts';

const ok = { ok: true };

export const profileEndpoints = implement(profileContract, {
  getProfile: (ctx) => profile.getProfile(ctx),
  updateProfile: (ctx, { body }) => profile.updateProfile(ctx, body),
  changePassword: async (ctx, { body }) => {
    await profile.changePassword(ctx, body);
    return ok;
  },
  listSessions: (ctx) => profile.listSessions(ctx),
  endSession: async (ctx, { params }) => {
    await profile.endSession(ctx, params.id);
    return ok;
  },
  endOtherSessions: (ctx) => profile.endOtherSessions(ctx),
});
