// The only file of this feature that another may import.
import type { Feature } from '../feature.ts';
import { removeOldSessionsJob, removeOldTriesJob, sendResetCodeJob } from './identity.jobs.ts';
import { identityEndpoints } from './identity.routes.ts';
import type { IdentitySettings } from './identity.service.ts';
import { profileEndpoints } from './profile.routes.ts';
import type { ResetSettings } from './send-reset-code.ts';

export { createAdmin } from './create-admin.ts';
export { authenticate } from './identity.service.ts';
export { duplicatePerson, endSessions } from './identity.repository.ts';
export { hashPassword } from './passwords.ts';
export type { UsersTable } from './identity.tables.ts';

export const identityFeature = (settings: IdentitySettings & ResetSettings): Feature => ({
  name: 'identity',
  endpoints: [...identityEndpoints(settings), ...profileEndpoints],
  jobs: [removeOldSessionsJob, removeOldTriesJob, sendResetCodeJob(settings)],
});
