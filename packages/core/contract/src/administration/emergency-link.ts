import * as v from 'valibot';
import { emailSchema } from '../sign-in-request';

/** `POST /operator/tenants/{tenant}/emergency-links`. */
export const emergencyLinkRequestSchema = v.object({ email: emailSchema });

/** The answer: a link that signs the user in once. */
export const emergencyLinkSchema = v.object({ address: v.string(), expires_at: v.string() });
