import type { JWK } from 'jose';
import type { Executor } from '../database/database';
import type { createFairQueue } from '../http/queue';
import type { BackgroundTasks } from '../process/background-tasks';
import type { Environment } from '../process/environment';
import type { Encryption } from './encryption';
import type { LimitName } from './limits/limits';
import type { Throttle, Try } from './limits/throttle';
import type { PasswordHasher } from './passwords/password-hasher';
import type { BreachCheck } from './passwords/require-uncommon-password';
import type { ProviderClients } from './providers/provider-clients';
import type { AccessTokens } from './sessions/access-token';
import type { Sign } from './sessions/browser-marks';

/** The sender of a mail. What it lacks is that of MAIL_FROM. */
export interface MailSender {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

/** A mail to one user. */
export interface Mail {
  readonly sender?: MailSender | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A PNG picture that `html` shows as `cid:logo`. */
  readonly logo?: Buffer | undefined;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Services of the routes of identity, and of other areas that authenticate calls. */
export interface IdentityServices {
  readonly environment: Environment;
  readonly database: Executor;
  readonly now: () => Date;
  readonly accessTokens: AccessTokens;
  /** The public key that verifies access tokens. */
  readonly signingKey: JWK;
  /** Signs data that browsers store for the server. */
  readonly sign: Sign;
  /** Encrypts secrets that the database or a cookie keeps. */
  readonly encryption: Encryption;
  readonly providers: ProviderClients;
  readonly passwords: PasswordHasher;
  readonly isBreached: BreachCheck;
  readonly throttle: Throttle;
  /** Lists the tries that a call from an address counts, see address-networks.ts. */
  readonly listScaledAddressTries: (limit: LimitName, ip: string) => Promise<Try[]>;
  readonly mailer: Mailer;
  readonly background: BackgroundTasks;
  /** Reaches the open pages of users. */
  readonly realtime: {
    publish(topic: string, payload: string): void;
    /** Closes the connections of ended sessions soon, so that their pages notice it. */
    disconnectEndedSessions(): void;
  };
  /** Queues the decoding of uploaded pictures. */
  readonly decoding: ReturnType<typeof createFairQueue>;
  /** Origins of other hosts whose pages may call the API with cookies. */
  readonly allowedOrigins: readonly string[];
  readonly operatorKey: string;
  /** Returns the tenant key of a host name, even if no such tenant exists. */
  readonly getTenantKey: (hostname: string) => string;
  /** Whether the configuration or a tenant names a host. */
  readonly isKnownHost: (hostname: string) => boolean;
  /** The hosts that the configuration names, with their tenants. */
  readonly configuredHosts: Readonly<Record<string, string>>;
  /** Reads the hosts of tenants again, after a change. */
  readonly refreshHosts: () => Promise<void>;
  readonly closeHosts: () => Promise<void>;
  /** Whether the portal has a logo of a module. */
  readonly hasLogo: (module: string) => boolean;
  /** Lists the keys of the published modules, and of those of the build. */
  readonly listModules: (executor: Executor) => Promise<readonly string[]>;
}
