// Where a payer's browser comes back to: the console's own page, at the address the payer knows it by, because the
// session lives in that address's storage.
import type { Ctx } from '../../platform/context.ts';
import type { AttemptRow } from './attempts.repository.ts';
import type { PaymentsSetup } from './payments.setup.ts';

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

export function returnUrl(ctx: Ctx, setup: PaymentsSetup, attempt: AttemptRow): string {
  const own = setup.publicUrl ?? setup.ownUrl();
  const { origin } = ctx;
  const known =
    origin !== null &&
    (setup.corsOrigins.includes(origin) || (setup.publicUrl === undefined && loopback.test(origin)));
  return `${known ? origin : own}/app/order/${attempt.order_id}?attempt=${attempt.attempt_id}`;
}
