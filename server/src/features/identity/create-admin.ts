// How the first admin of a database without demo data comes to be: by whoever runs the server, from its command line.
import type { z } from 'zod';
import type { registerSchema } from '@ghala/contracts/identity/identity.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { insertPerson } from './identity.repository.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';

export async function createAdmin(ctx: Ctx, person: z.output<typeof registerSchema>): Promise<void> {
  checkNewPassword(person.password, [person.email]);
  const passwordHash = await hashPassword(person.password);
  await withTransaction(ctx, async (tx) => {
    const userId = await insertPerson(tx, {
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      phone: person.phoneNumber,
      role: 'admin',
      password_hash: passwordHash,
    });
    await recordAudit(tx, {
      action: 'user.created',
      subject: ['user', userId],
      after: { email: person.email, role: 'admin' },
    });
  });
}
