import * as v from 'valibot';
import { createLineSchema } from './plain-text';
import { timeSchema } from './time';

/** The most characters of the name of a passkey. */
const passkeyNameMaxLength = 60;

const bytes = (maxLength: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(maxLength));

/** A credential ID has at most 1,023 bytes (Web Authentication Level 3, 4). */
const idSchema = bytes(1364);
const clientDataSchema = bytes(8_000);
const stateSchema = v.pipe(v.string(), v.maxLength(2_000));
const credential = { id: idSchema, rawId: idSchema, type: v.literal('public-key') };

/** A new passkey: what the server made for its options, and the `RegistrationResponseJSON` of the browser. */
export const newPasskeySchema = v.object({
  state: stateSchema,
  response: v.object({
    ...credential,
    response: v.object({ clientDataJSON: clientDataSchema, attestationObject: bytes(32_000) }),
  }),
});

/** The body of `POST /auth/passkeys`. */
export type NewPasskey = v.InferOutput<typeof newPasskeySchema>;

/** The use of a passkey: what the server made for its options, and the `AuthenticationResponseJSON` of the browser. */
export const passkeyProofSchema = v.object({
  state: stateSchema,
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: clientDataSchema,
      authenticatorData: bytes(8_000),
      signature: bytes(8_000),
      userHandle: v.nullish(bytes(100)),
    }),
  }),
});

/** The body of `POST /auth/passkey`, which signs in. */
export type PasskeyProof = v.InferOutput<typeof passkeyProofSchema>;

const publicKeySchema = v.literal('public-key');

/** `POST /auth/passkey/options`: `PublicKeyCredentialRequestOptionsJSON` for any passkey of the host. */
export const passkeyRequestSchema = v.object({
  state: v.string(),
  options: v.object({
    challenge: v.string(),
    rpId: v.string(),
    timeout: v.number(),
    userVerification: v.literal('required'),
  }),
});

/** The options to use a passkey. */
export type PasskeyRequest = v.InferOutput<typeof passkeyRequestSchema>;

/** `POST /auth/passkeys/options` and `POST /invitations/passkey`: `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreationSchema = v.object({
  state: v.string(),
  options: v.object({
    rp: v.object({ id: v.string(), name: v.string() }),
    user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
    challenge: v.string(),
    pubKeyCredParams: v.array(v.object({ type: publicKeySchema, alg: v.number() })),
    timeout: v.number(),
    attestation: v.literal('none'),
    excludeCredentials: v.array(v.object({ type: publicKeySchema, id: v.string() })),
    authenticatorSelection: v.object({
      residentKey: v.literal('required'),
      requireResidentKey: v.literal(true),
      userVerification: v.literal('required'),
    }),
  }),
});

/** The options to create a passkey. */
export type PasskeyCreation = v.InferOutput<typeof passkeyCreationSchema>;

/** `PATCH /auth/passkeys/{id}` */
export const passkeyNameSchema = v.object({
  name: v.pipe(createLineSchema(passkeyNameMaxLength, 'name'), v.nonEmpty('name-missing')),
});

/** `GET /auth/passkeys`: those of the user at the hosts of the tenant, the newest first. */
export const passkeyListSchema = v.array(
  v.object({
    id: v.pipe(v.string(), v.nonEmpty()),
    name: v.string(),
    /** The host at which it works. */
    host: v.string(),
    created_at: timeSchema,
    last_used_at: v.nullable(timeSchema),
    /** Whether a copy of it seems to exist, so that it works no more. */
    is_blocked: v.boolean(),
  }),
);

/** A passkey of the current user. */
export type Passkey = v.InferOutput<typeof passkeyListSchema>[number];
