// What the payments feature is set up with on a test server, for tests that call its use-cases themselves.
import { sandboxCredentials } from '@ghala/sandbox';
import type { PaymentsSetup } from '../src/features/payments/payments.setup.ts';
import { createProviders } from '../src/features/payments/providers/index.ts';

export function sandboxPayments(server: { url: string }): PaymentsSetup {
  const { mpesa, paystack } = sandboxCredentials;
  return {
    providers: createProviders({
      mpesa: { ...mpesa, baseUrl: () => `${server.url}/sandbox/mpesa` },
      paystack: { ...paystack, baseUrl: () => `${server.url}/sandbox/paystack` },
    }),
    paymentHoldMinutes: 15,
    ownUrl: () => server.url,
    publicUrl: undefined,
    corsOrigins: [],
  };
}
