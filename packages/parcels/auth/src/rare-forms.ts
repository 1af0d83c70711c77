import { FactorForm } from './factor/factor-form';
import { Invitation } from './invitation/invitation';
import { NoApplications } from './no-applications';
import { ProviderSignIn } from './providers/provider-sign-in';
import { Recovery } from './recovery/recovery';

/** The forms of this chunk, by name. */
export const forms = { recover: Recovery, invitation: Invitation, factor: FactorForm, providers: ProviderSignIn };

export { NoApplications };
