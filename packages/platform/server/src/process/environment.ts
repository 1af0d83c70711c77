import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { StartupError } from './startup-error';

/** A whole number within limits. */
const countSchema = (least: number, most: number, message = `must be a whole number from ${least} to ${most}`) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(most, message),
  );

/** A whole number within limits; `undefined` for `off`. */
const countOrOffSchema = (least: number, most: number, unit = '') => {
  const message = `must be a whole number ${unit}from ${least} to ${most}, or off`;
  const offSchema = v.pipe(
    v.literal('off'),
    v.transform(() => undefined),
  );
  return v.union([offSchema, countSchema(least, most, message)], message);
};

const daysSchema = (least: number) => countOrOffSchema(least, 36_500, 'of days ');

const portSchema = countSchema(0, 65_535, 'must be a port number');

const urlSchema = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
    v.check(isDecodable, 'must have the user name and the password percent-encoded'),
  );

const hostUrlSchema = (...protocols: string[]) =>
  v.pipe(
    urlSchema(...protocols),
    v.check((value) => new URL(value).host !== '', 'must name a host'),
  );

function isDecodable(address: string): boolean {
  const { password, username } = new URL(address);
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

const listSchema = v.pipe(
  v.string(),
  v.transform((list) => (list === '' ? [] : list.split(',').map((item) => item.trim()))),
);

const originListSchema = v.pipe(
  listSchema,
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (origin) => URL.canParse(origin) && new URL(origin).origin === origin,
        'must be exact origins such as https://portal.example.com, with commas between them',
      ),
    ),
  ),
);

const namesOfNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** Fastify's `trustProxy`: a boolean, or the trusted proxies. */
const trustProxySchema = v.pipe(
  v.string(),
  v.check(
    (value) => value === 'true' || value === 'false' || value.split(',').every(isNetwork),
    'must be true, false, or the addresses and networks of the proxies, with commas between them',
  ),
  v.transform((value) => (value === 'true' || value === 'false' ? value === 'true' : value)),
);

function isNetwork(text: string): boolean {
  const [address = '', prefix = '0'] = text.trim().split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return namesOfNetworks.includes(text.trim()) || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

const pathSchema = v.pipe(
  v.string(),
  v.transform((value) => path.resolve(value)),
);

const onOffSchema = v.picklist(['on', 'off'], 'must be on or off');

const hostListSchema = v.pipe(
  listSchema,
  v.array(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.regex(/^[\w-]+(?:\.[\w-]+)*$/, 'must be host names without ports, with commas between them'),
    ),
  ),
);

const environmentSchema = v.object({
  /** With 0, the system chooses a free port, here and for MODULES_PORT. */
  PORT: v.optional(portSchema, '9000'),
  HOST: v.optional(v.string(), 'localhost'),
  /** The port of the example modules; 9100 by default on the embedded database, otherwise only when set. */
  MODULES_PORT: v.optional(portSchema),
  /** The port of `/metrics` at `METRICS_HOST`; without it, the server measures nothing. */
  METRICS_PORT: v.optional(portSchema),
  METRICS_HOST: v.optional(v.string(), 'localhost'),
  /** More host names by which the monitoring may call the port of the metrics. */
  METRICS_ALLOWED_HOSTS: v.optional(hostListSchema, ''),
  PORTICO_DATA: v.optional(pathSchema, '.portico'),
  PORTICO_CONFIG: v.optional(pathSchema),
  PORTICO_IMPORT_MAP: v.optional(pathSchema),
  /** The files of `/.well-known/security.txt` and `/robots.txt`; by default there is none, and robots may read nothing. */
  PORTICO_SECURITY_TXT: v.optional(pathSchema),
  PORTICO_ROBOTS_TXT: v.optional(pathSchema),
  /** By default `on` with the embedded database if only this machine reaches the host. */
  PORTICO_DEMO: v.optional(onOffSchema),
  /** A service that lists breached passwords by the start of their SHA-1 digest; without it, there is no check. */
  PORTICO_BREACHED_PASSWORDS_URL: v.optional(hostUrlSchema('https:', 'http:')),
  PORTICO_OPERATOR_KEY: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  /** Encrypts the secrets of providers and of second factors; without it, the database keeps the key beside them. */
  PORTICO_ENCRYPTION_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  /** Origins of other hosts whose pages may call the API with its cookies. */
  PORTICO_ALLOWED_ORIGINS: v.optional(originListSchema, ''),
  /** By default the embedded database. */
  DATABASE_URL: v.optional(urlSchema('postgres:', 'postgresql:')),
  /** Without it, mails are files in the outbox of the data folder. */
  SMTP_URL: v.optional(hostUrlSchema('smtp:', 'smtps:')),
  /** Without it, the server is the broker and only one process may run. */
  MQTT_URL: v.optional(hostUrlSchema('mqtt:', 'mqtts:', 'ws:', 'wss:')),
  /** The key of a service account, or the path of its file; without it, there are no push messages. */
  FIREBASE_SERVICE_ACCOUNT: v.optional(v.string()),
  FIREBASE_ENDPOINT: v.optional(urlSchema('https:', 'http:'), 'https://fcm.googleapis.com'),
  /** How long a published version stays in rollout. */
  PORTICO_ROLLOUT_HOURS: v.optional(countSchema(0, 8760), '24'),
  /** The share of users with failures that causes an automatic rollback, and the lowest number of them. */
  PORTICO_AUTOMATIC_ROLLBACK_PERCENT: v.optional(countOrOffSchema(0, 100), '50'),
  PORTICO_AUTOMATIC_ROLLBACK_USERS: v.optional(countSchema(1, 100_000), '3'),
  /** Retention periods. */
  PORTICO_NOTIFICATION_DAYS: v.optional(daysSchema(1), 'off'),
  /** After the last registration of a browser. */
  PORTICO_PUSH_TOKEN_DAYS: v.optional(daysSchema(8), '60'),
  PORTICO_OUTCOME_DAYS: v.optional(daysSchema(1), 'off'),
  /** After the last report of a person. */
  PORTICO_FAILURE_DAYS: v.optional(daysSchema(1), '30'),
  /** The mails of the outbox. */
  PORTICO_OUTBOX_DAYS: v.optional(daysSchema(1), 'off'),
  PORTICO_AUDIT_DAYS: v.optional(daysSchema(31), 'off'),
  /** The bucket for the files of modules; by default the database. */
  S3_URL: v.optional(
    v.pipe(
      urlSchema('https:', 'http:'),
      v.check(
        (value) => new URL(value).username + new URL(value).password === '',
        'must not contain credentials; set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
      ),
    ),
  ),
  /** The Chromium in which the server checks published versions; without it, there is no check. */
  PORTICO_CHROMIUM: v.optional(
    v.pipe(
      v.string(),
      v.check((file) => path.isAbsolute(file) && existsSync(file), 'must be the path of a Chromium'),
    ),
  ),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  S3_REGION: v.optional(v.string(), 'us-east-1'),
  MAIL_FROM: v.optional(v.string(), 'Portico <no-reply@localhost>'),
  TRUST_PROXY: v.optional(trustProxySchema, 'false'),
  /** Whether a trusted proxy sets X-Forwarded-Host itself; otherwise the server uses `Host`. */
  TRUST_FORWARDED_HOST: v.optional(onOffSchema, 'off'),
  /** Whether module origins may be on this machine; by default `on` with the embedded database. */
  PORTICO_LOCAL_MODULES: v.optional(onOffSchema),
  /** Whether sign-in providers may be at private addresses and without HTTPS; see `allowsLocalProviders`. */
  PORTICO_LOCAL_PROVIDERS: v.optional(onOffSchema),
  /** How long the server still serves after a stop signal; by default 10 on PostgreSQL, where other servers continue. */
  PORTICO_DRAIN_SECONDS: v.optional(countSchema(0, 3600)),
  /** The endpoint for traces (OTLP over HTTP); without it, there is no tracing. OpenTelemetry's SDK reads its own variables. */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(urlSchema('https:', 'http:')),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(urlSchema('https:', 'http:')),
  OTEL_SDK_DISABLED: v.optional(v.string()),
  /** With `info` and below, the server logs every request, without its body. */
  LOG_LEVEL: v.optional(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    ),
    'warn',
  ),
});

/** The names of all variables. */
export const environmentNames = Object.keys(environmentSchema.entries);

/** Old names that the server accepts until the next release. */
const renamedVariables: Readonly<Record<string, string>> = {
  PORTICO_TRIAL_HOURS: 'PORTICO_ROLLOUT_HOURS',
  PORTICO_TAKE_BACK_PERCENT: 'PORTICO_AUTOMATIC_ROLLBACK_PERCENT',
  PORTICO_TAKE_BACK_USERS: 'PORTICO_AUTOMATIC_ROLLBACK_USERS',
};

/** The parsed environment of the server. The defaults suit a fresh machine. */
export type Environment = v.InferOutput<typeof environmentSchema>;

/**
 * Parses the variables of the server. An empty variable counts as not set.
 * @param warn receives a sentence for each variable with an old name
 * @throws StartupError which names the first wrong variable, without its value
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void = console.warn,
): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const [oldName, name] of Object.entries(renamedVariables)) {
    if (given[oldName] === undefined) continue;
    warn(`${oldName} is now ${name}; the next release ignores the old name.`);
    given[name] ??= given[oldName];
  }
  const result = v.safeParse(environmentSchema, given, { abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new StartupError(`${issue.path?.[0].key} ${issue.message}.`);
}

/** Whether only this machine reaches a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Whether sign-in providers may be at private addresses: by default on the embedded database that no other machine reaches. */
export function allowsLocalProviders({ DATABASE_URL, HOST, PORTICO_LOCAL_PROVIDERS }: Environment): boolean {
  const isDevelopment = DATABASE_URL === undefined && isLoopback(HOST);
  return (PORTICO_LOCAL_PROVIDERS ?? (isDevelopment ? 'on' : 'off')) === 'on';
}

const day = 24 * 60 * 60 * 1000;

/** Returns the time before which records are deleted; 1970 to keep forever. */
export function computeCutoff(days: number | undefined, now: Date): Date {
  return new Date(days === undefined ? 0 : now.getTime() - days * day);
}
