import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, {
  type Adapter,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
  errors,
} from 'oidc-provider';

/** A user of the provider. Their e-mail is the name that they type at its login page. */
export interface ProviderAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly picture?: string;
  readonly groups?: readonly string[];
}

interface ProviderOptions {
  readonly accounts: readonly ProviderAccount[];
  readonly clients: readonly ClientMetadata[];
  /** By default a free port. */
  readonly port?: number;
  /** The path of the issuer, such as `/oidc`. */
  readonly path?: string;
}

/** Changes a JSON answer of the provider; the path is without that of the issuer. */
type Lie = (
  path: string,
  answer: Record<string, unknown>,
) => Record<string, unknown> | Promise<Record<string, unknown>>;

/** The resource servers that the provider knows (RFC 8707). Their tokens are JWTs. */
export const providerAudiences = ['https://api.acme.example', 'https://files.acme.example'];

/** The password of every account at the provider. */
export const providerPassword = 'provider-demo';

/**
 * Starts a certified OpenID provider (oidc-provider) on loopback, with a login page without scripts. It knows groups,
 * rotated refresh tokens, tokens of other audiences, logout by the portal (RP-initiated) and by the provider (back-channel).
 */
export async function startOidcProvider({ accounts: given, clients, path = '', port = 0 }: ProviderOptions) {
  const accounts = new Map(given.map((account) => [account.sub, account]));
  const registered = [...clients];
  const keys = [createKey()];
  const stored = new Map<string, AdapterPayload>();
  const adapter = createStorage(stored);
  let lie: Lie = (_path, answer) => answer;
  let isDown: boolean | 'busy' = false;
  let photo = new Uint8Array();
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};

  const server = createServer((request, response) => {
    if (isDown === 'busy') return void response.writeHead(503, { 'content-type': 'text/html' }).end('Busy');
    if (isDown) return void request.socket.destroy();
    answer(request, response);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  const { port: usedPort } = server.address() as AddressInfo;
  const issuer = `http://localhost:${usedPort}${path}`;
  restart();

  /** Creates the provider again, whose keys and clients are fixed. Sessions and tokens are kept. */
  function restart(): void {
    const provider = new Provider(
      issuer,
      leaveSandbox({ ...createConfiguration(accounts, registered, keys), adapter }),
    );
    provider.use(async (ctx, next) => {
      await next();
      const isJson = typeof ctx.body === 'object' && ctx.body !== null && !Buffer.isBuffer(ctx.body);
      if (isJson && ctx.status < 300) ctx.body = await lie(ctx.path, { ...ctx.body });
    });
    const handle = provider.callback();
    answer = (request, response) => {
      const { pathname } = new URL(request.url ?? '/', issuer);
      const isLogin = pathname.startsWith(`${path}/login/`);
      if (pathname === `${path}/photo`) response.end(photo);
      else if (isLogin) void answerLogin(provider, accounts, request, response);
      else if (pathname.startsWith(`${path}/`)) {
        request.url = request.url?.slice(path.length);
        // The provider derives its own addresses from this.
        Object.assign(request, { originalUrl: `${path}${request.url}` });
        void handle(request, response);
      } else response.writeHead(404).end();
    };
  }

  return {
    issuer,
    /** Adds a client, whose redirect address is known only after the portal knows the provider. */
    addClient: (client: ClientMetadata) => {
      registered.splice(
        0,
        registered.length,
        ...registered.filter((one) => one.client_id !== client.client_id),
        client,
      );
      restart();
    },
    setAccount: (account: ProviderAccount) => void accounts.set(account.sub, account),
    removeAccount: (sub: string) => void accounts.delete(sub),
    /** Counts the refresh tokens that work. */
    countRefreshTokens: () => [...stored.keys()].filter((key) => key.startsWith('RefreshToken ')).length,
    /** Signs with a new key from now on, and forgets the old ones. */
    rotateKeys: () => {
      keys.splice(0, keys.length, createKey());
      restart();
    },
    /** Changes answers that the provider itself would never give. */
    setLie: (changed: Lie = (_path, answer) => answer) => {
      lie = changed;
    },
    /** Serves a photo at `/photo`. */
    setPhoto: (content: Uint8Array<ArrayBuffer>) => {
      photo = content;
    },
    /** Closes each connection without an answer; `busy` answers 503, as a proxy in front of it does. */
    setDown: (down: boolean | 'busy') => {
      isDown = down;
    },
    /** Signs claims with the key of the provider. */
    sign: async (claims: JWTPayload) => {
      const [key = createKey()] = keys;
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
        .sign(await importJWK(key, 'RS256'));
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' };
}

function createConfiguration(
  accounts: ReadonlyMap<string, ProviderAccount>,
  clients: readonly ClientMetadata[],
  keys: readonly JWK[],
): Configuration {
  return {
    clients: [...clients],
    jwks: { keys: keys.map((key) => ({ ...key })) },
    cookies: { keys: ['the provider of the tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
      groups: ['groups'],
    },
    scopes: ['openid', 'offline_access', 'email', 'profile', 'groups'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        // The page of the library loads a font from the Internet.
        logoutSource: (ctx, form) => {
          ctx.body = `<!doctype html><html lang="en"><title>Sign out at the provider</title><link rel="icon" href="data:,">
${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></html>`;
        },
      },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true, allowedPolicy: async () => true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, audience) => {
          if (!providerAudiences.includes(audience)) throw new errors.InvalidTarget();
          return { audience, scope: '', accessTokenFormat: 'jwt' };
        },
      },
    },
    // By default it refuses to tell a portal on loopback of a logout.
    fetch: (url, { body = null, headers = {}, method = 'GET', signal = null } = {}) =>
      fetch(url, { body, headers, method, signal }),
    // It ends with the session, as oidc-provider ignores the scope `offline_access` without a consent.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 300,
      RefreshToken: 86_400,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 600,
    },
    interactions: { url: (ctx, { uid }) => `${new URL(ctx.oidc.issuer).pathname.replace(/\/$/, '')}/login/${uid}` },
    findAccount: async (_ctx, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: async () => ({ email_verified: true, ...account }) };
    },
    // Users of a company's provider are not asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const { client, provider, session } = oidc;
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid offline_access email profile groups');
      await grant.save();
      return grant;
    },
  };
}

/** Stores the sessions and tokens of a provider in memory. */
function createStorage(stored: Map<string, AdapterPayload>): (model: string) => Adapter {
  return (model) => {
    const find = async (id: string) => stored.get(`${model} ${id}`);
    const findBy = async (isWanted: (payload: AdapterPayload) => boolean) =>
      [...stored].find(([key, payload]) => key.startsWith(`${model} `) && isWanted(payload))?.[1];
    return {
      find,
      findByUid: (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: (code) => findBy((payload) => payload.userCode === code),
      upsert: async (id, payload) => void stored.set(`${model} ${id}`, payload),
      destroy: async (id) => void stored.delete(`${model} ${id}`),
      consume: async (id) => void Object.assign((await find(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) }),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
      },
    };
  };
}

/** Copies plain objects out of Jest's sandbox, because the library recognizes only those of Node. */
function leaveSandbox(value: Configuration): Configuration {
  const copy = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.assign(structuredClone({}), Object.fromEntries(Object.entries(part).map(([k, v]) => [k, copy(v)])));
  };
  return Object.assign(structuredClone({}), copy(value));
}

/** The login page: a form for the e-mail and the password, with a button that cancels. */
async function answerLogin(
  provider: Provider,
  accounts: ReadonlyMap<string, ProviderAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const fields = new URLSearchParams(Buffer.concat(chunks).toString());
  if (request.method === 'POST' && fields.has('cancel')) {
    return provider.interactionFinished(request, response, { error: 'access_denied' });
  }
  const account = [...accounts.values()].find(({ email }) => email === fields.get('email')?.trim());
  if (account && fields.get('password') === providerPassword) {
    return provider.interactionFinished(request, response, { login: { accountId: account.sub } });
  }
  response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Sign in at the provider</title>
<link rel="icon" href="data:,">
<h1>Sign in at the provider</h1>${request.method === 'POST' ? '<p role="alert">Wrong e-mail or password.</p>' : ''}
<form method="post">
<p><label>E-mail <input name="email" type="email" autocomplete="username"></label>
<p><label>Password <input name="password" type="password" autocomplete="current-password"></label>
<p><button>Sign in</button> <button name="cancel" value="yes">Cancel</button>
</form></html>`);
}
