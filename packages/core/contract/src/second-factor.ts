import * as v from 'valibot';
import { accessTokenResponseSchema } from './auth';
import { timeSchema } from './time';

/** A code of an authenticator app: six digits, which may be pasted with spaces. */
const oneTimeCodeSchema = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((code) => code.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, 'code-malformed'),
);

/** A one-time code or a recovery code, as people type or paste them. */
export const factorCodeSchema = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((code) => code.replace(/[\s-]/g, '').toLowerCase()),
  v.regex(/^(\d{6}|[0-9a-z]{24})$/, 'code-malformed'),
);

/** `POST /auth/factor` ends a sign-in that waits for the second factor. `trust` asks no code of this browser for 30 days. */
export const factorAnswerSchema = v.object({ code: factorCodeSchema, trust: v.optional(v.boolean(), false) });

/** The answer of `POST /auth/factor/setup`. `setup` is for `PUT`; `url` is for the QR code of an authenticator app. */
export const startedFactorSchema = v.object({ secret: v.string(), url: v.string(), setup: v.string() });

/** A second factor that waits for its first code. */
export type StartedFactor = v.InferOutput<typeof startedFactorSchema>;

/** `PUT /auth/factor/setup` proves that the app has the secret. */
export const factorSetupSchema = v.object({
  setup: v.pipe(v.string(), v.maxLength(2000)),
  code: oneTimeCodeSchema,
  trust: v.optional(v.boolean(), false),
});

/** The answer of `POST /auth/factor/recovery-codes`: the codes, which the server does not know any more. */
export const recoveryCodesSchema = v.object({ recovery_codes: v.array(v.string()) });

/** The answer of `PUT /auth/factor/setup`, with an access token if it ended a sign-in. */
export const addedFactorSchema = v.object({
  ...recoveryCodesSchema.entries,
  ...v.partial(accessTokenResponseSchema).entries,
});

/** `GET /auth/factor`: the second factor of the user. */
export const secondFactorSchema = v.object({
  /** When it was set up; null without one. */
  since: v.nullable(timeSchema),
  recovery_codes_left: v.number(),
  /** Whether the tenant requires one. */
  is_required: v.boolean(),
});

/** The second factor of the user. */
export type SecondFactor = v.InferOutput<typeof secondFactorSchema>;

/** `PUT /operator/tenants/{tenant}/second-factor`: whether sign-ins by password need a second factor. */
export const tenantFactorSchema = v.object({ required: v.boolean() });

/** `GET /operator/tenants/{tenant}/second-factor`. */
export const tenantFactorStateSchema = v.object({
  ...tenantFactorSchema.entries,
  /** How many members sign in by a password alone. The previous release does not tell. */
  members_without: v.exactOptional(v.number()),
});

/** `GET /auth/devices`: the browsers in which the user has signed in, the last used first. */
export const knownDeviceListSchema = v.array(
  v.object({
    id: v.string(),
    browser: v.string(),
    system: v.string(),
    ip: v.string(),
    created_at: timeSchema,
    last_used_at: timeSchema,
    /** Until when this browser needs no second factor. */
    trusted_until: v.nullable(timeSchema),
    is_current: v.boolean(),
  }),
);

/** A browser in which the user has signed in. */
export type KnownDevice = v.InferOutput<typeof knownDeviceListSchema>[number];

/** `POST /auth/devices/report`: the sign-in of this mailed link was not the user's. */
export const deviceReportSchema = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });

/** The answer of `POST /auth/devices/report`. */
export const reportedDeviceSchema = v.object({
  email: v.string(),
  /** Whether the user has to set a new password. */
  needs_password: v.boolean(),
});
