import { z } from 'zod';
import { defineContract } from '../route.ts';

/** What the web must know before anybody signs in. The server also writes it into the page, so no call is needed there. */
export const appInfoSchema = z.object({
  productName: z.string(),
  /** Accounts to try; null unless demo data is loaded. */
  demoAccounts: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })).nullable(),
  /** Where the played phone is; null unless the sandbox is on. */
  sandboxUrl: z.string().nullable(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

/** Name of the meta element that carries AppInfo as JSON. */
export const appInfoMetaName = 'ghala-app';

export const appContract = defineContract({
  getAppInfo: {
    method: 'GET',
    path: '/api/app',
    summary: "The product's name and, with demo data, the accounts to try.",
    access: 'public',
    response: appInfoSchema,
  },
});
