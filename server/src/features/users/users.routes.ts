import { usersContract } from '@ghala/contracts/users/users.contract';
import { implement } from '../../platform/http/implement.ts';
import * as service from './users.service.ts';

export const usersEndpoints = implement(usersContract, {
  listUsers: (ctx, { query }) => service.listUsers(ctx, query),
  getUser: (ctx, { params }) => service.getUser(ctx, params.id),
  updateUser: (ctx, { params, body }) => service.updateUser(ctx, params.id, body),
  deleteUser: async (ctx, { params }) => {
    await service.deleteUser(ctx, params.id);
    return { ok: true };
  },
});
