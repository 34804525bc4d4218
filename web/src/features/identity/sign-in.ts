import type { z } from 'zod';
import { identityContract } from '@ghala/contracts/identity/identity.contract';
import type { loginSchema } from '@ghala/contracts/identity/identity.contract';
import { call } from '../../lib/api-client.ts';
import { startSession } from '../../lib/session.ts';

export async function signIn(body: z.input<typeof loginSchema>): Promise<void> {
  startSession(await call(identityContract.login, { body }));
}
