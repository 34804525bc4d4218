import { profileContract } from '@ghala/contracts/identity/profile.contract';
import { FormSection, FormSections } from '../../components/form/form-page.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useFreshQuery } from '../../components/ui/use-fresh-query.ts';
import { call } from '../../lib/api-client.ts';
import { renameSession } from '../../lib/session.ts';
import { DetailsForm } from './details-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList, useSessions } from './session-list.tsx';

/** One's own account: who one is, the password, and where one is signed in. */
export function ProfilePage() {
  const query = useFreshQuery([profileContract.getProfile.path], async (options) => {
    const profile = await call(profileContract.getProfile, {}, options);
    // It may have been changed on another device since this session began.
    renameSession(profile);
    return profile;
  });
  const sessions = useSessions();
  return (
    <FormSections title="Profile">
      <Loaded query={query}>
        {(profile) => (
          <>
            <FormSection title="Your details">
              <DetailsForm profile={profile} />
            </FormSection>
            <FormSection
              title="Change your password"
              description="You stay signed in here and are signed out everywhere else."
            >
              <PasswordForm email={profile.email} />
            </FormSection>
            <FormSection title="Where you are signed in">
              <SessionList query={sessions} />
            </FormSection>
          </>
        )}
      </Loaded>
    </FormSections>
  );
}
