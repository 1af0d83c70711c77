import * as v from 'valibot';
import { passkeyProofSchema } from './passkeys';
import { mailedCodeSchema } from './password';
import { factorCodeSchema } from './second-factor';

/** Ways to prove again who one is before a dangerous step. */
export const confirmationMethods = ['password', 'code', 'passkey', 'provider', 'mailed-code'] as const;

/** One of the ways. `mailed-code` is for users without a password: `POST /auth/confirmation/code` mails it. */
export type ConfirmationMethod = (typeof confirmationMethods)[number];

/** `POST /auth/confirmation` and `POST /operator/confirmation`: allows dangerous steps in this session for ten minutes. */
export const confirmationSchema = v.union([
  v.object({ password: v.pipe(v.string(), v.maxLength(1024)) }),
  v.object({ code: factorCodeSchema }),
  v.object({ passkey: passkeyProofSchema }),
  v.object({ mailed_code: mailedCodeSchema }),
]);

/** The body of `POST /auth/confirmation`. */
export type Confirmation = v.InferInput<typeof confirmationSchema>;

/** `GET /auth/confirmation`: the ways of the user, and until when none is needed (ISO 8601); null if one is needed now. */
export const confirmationStateSchema = v.object({
  confirmed_until: v.nullable(v.string()),
  methods: v.array(v.picklist(confirmationMethods)),
  /** The providers at which the user can prove it, each with the address of a page that leads there and sets the proof. */
  providers: v.optional(v.array(v.object({ name: v.string(), address: v.string() })), []),
});

/** The answer of `GET /auth/confirmation`. */
export type ConfirmationState = v.InferOutput<typeof confirmationStateSchema>;
