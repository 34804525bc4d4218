import type { Providers } from './providers/index.ts';

/** What the payments feature is given at start-up. */
export interface PaymentsSetup {
  providers: Providers;
  paymentHoldMinutes: number;
  /** Where providers reach this server. */
  ownUrl: () => string;
  /** Where payers' browsers find the console, when it is set. */
  publicUrl: string | undefined;
  /** Origins a payer may come from, besides our own. */
  corsOrigins: readonly string[];
}
