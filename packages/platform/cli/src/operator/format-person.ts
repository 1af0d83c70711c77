import { type Person, personSchema, type SignInRecord } from '@portico/contract/administration';
import type { ServerApi } from '../server/server-api';
import { formatColumns, formatTable } from '../terminal/format';

/** Without a tenant, the user of any tenant, which only an operator may call. */
export interface ScopeOption {
  readonly tenant?: string | undefined;
}

/** Returns the path of a user: as a member of a tenant, or in all tenants without one. */
export function getPersonPath(email: string, { tenant }: ScopeOption, part = ''): string {
  const list = tenant === undefined ? 'users' : `tenants/${tenant}/users`;
  return `${list}/${encodeURIComponent(email)}${part === '' ? '' : `/${part}`}`;
}

export function readPerson(api: ServerApi, email: string, scope: ScopeOption): Promise<Person> {
  return api.read(getPersonPath(email, scope), personSchema);
}

/** Formats a user: the state with its reason first. */
export function formatPerson(person: Person): string {
  const { address_change, apps, email, last_refusal, last_sign_in, locks, name, sign_ins, state } = person;
  const { second_factor_since, tenants, ways } = person;
  const facts = [
    ['E-mail', email],
    ['Name', name],
    ['State', [state, ...locks.map(({ limit, until }) => `${limit} until ${until}`)].join(', ')],
    ...(ways ? [['Signs in by', formatWays(ways)]] : []),
    ['Factor', second_factor_since === null ? 'none' : `one-time codes, since ${second_factor_since}`],
    ['Last sign-in', last_sign_in ? formatSignIn(last_sign_in) : 'never'],
    ['Last refusal', last_refusal ? `${formatSignIn(last_refusal)}: ${formatReason(last_refusal)}` : 'none'],
    ...(address_change ? [['New e-mail', `${address_change.email}, not confirmed yet`]] : []),
    ...(tenants ? [['Tenants', tenants.join(', ')]] : []),
  ];
  return [
    formatColumns(facts),
    formatTable(apps, { MODULE: 'module', NAME: 'name', TENANT: 'tenant', FROM: formatSource }),
    formatSessions(person),
    formatTable(sign_ins, {
      'SIGN-IN': 'at',
      RESULT: formatReason,
      TENANT: 'tenant',
      FROM: 'ip',
      BROWSER: formatBrowser,
    }),
  ].join('\n\n');
}

function formatWays(ways: NonNullable<Person['ways']>): string {
  const { expecting_providers, has_password, is_invited, passkeys, passwords_off, providers } = ways;
  const known = [
    ...(has_password ? [passwords_off ? 'password (switched off)' : 'password'] : []),
    ...(passkeys === 0 ? [] : [`passkeys (${passkeys})`]),
    ...providers,
    ...expecting_providers.map((name) => `${name} (for the first time)`),
    ...(is_invited ? ['invitation (not accepted yet)'] : []),
  ];
  return known.join(', ') || 'nothing yet';
}

function formatSource({ granted_by, provider }: Person['apps'][number]): string {
  const group = granted_by === null ? undefined : `group ${granted_by}`;
  if (provider === null) return group ?? 'directly';
  return [`provider ${provider}`, group].filter(Boolean).join(', ');
}

export function formatSessions({ sessions }: Person): string {
  return formatTable(sessions, {
    SESSION: 'id',
    BROWSER: formatBrowser,
    FROM: 'ip',
    SINCE: 'created_at',
    'LAST USED': 'last_used_at',
  });
}

function formatSignIn(one: SignInRecord): string {
  return `${one.at}, from ${[one.ip, formatBrowser(one)].filter(Boolean).join(', ')}`;
}

function formatReason({ limit, method, reason }: SignInRecord): string {
  if (reason === null) return method === null ? 'signed in' : `signed in by ${method}`;
  return [reason, limit].filter(Boolean).join(' ');
}

function formatBrowser({ browser, system }: { readonly browser: string; readonly system: string }): string {
  return [browser, system].filter(Boolean).join(' on ');
}
