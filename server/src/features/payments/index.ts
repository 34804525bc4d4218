// The only file of this feature that another may import.
import type { Feature } from '../feature.ts';
import { paymentJobs } from './payments.jobs.ts';
import { paymentsEndpoints } from './payments.routes.ts';
import { createProviders, type ProviderSettings } from './providers/index.ts';
import type { PaymentsSetup } from './payments.setup.ts';

export { orderMoney } from './payments.service.ts';
export type { MpesaSettings, PaystackSettings } from './providers/index.ts';

export type PaymentsSettings = Omit<PaymentsSetup, 'providers'> & ProviderSettings;

export function paymentsFeature({ mpesa, paystack, ...rest }: PaymentsSettings): Feature {
  const setup: PaymentsSetup = { ...rest, providers: createProviders({ mpesa, paystack }) };
  return { name: 'payments', endpoints: paymentsEndpoints(setup), jobs: paymentJobs(setup) };
}
