import type { JWK } from 'jose';
import type { Executor } from '../database/database';
import type { BackgroundTasks } from '../process/background-tasks';
import type { Environment } from '../process/environment';
import type { LimitName } from './limits/limits';
import type { Throttle, Try } from './limits/throttle';
import type { PasswordHasher } from './passwords/password-hasher';
import type { BreachCheck } from './passwords/require-uncommon-password';
import type { AccessTokens } from './sessions/access-token';
import type { Sign } from './sessions/browser-marks';

export interface Mailer {
  send(mail: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html?: string;
  }): Promise<void>;
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
  readonly passwords: PasswordHasher;
  readonly isBreached: BreachCheck;
  readonly throttle: Throttle;
  /** Lists the tries that a call from an address counts, see address-networks.ts. */
  readonly listScaledAddressTries: (limit: LimitName, ip: string) => Promise<Try[]>;
  readonly mailer: Mailer;
  readonly background: BackgroundTasks;
  /** Origins of other hosts whose pages may call the API with cookies. */
  readonly allowedOrigins: readonly string[];
  readonly operatorKey: string;
  /** Returns the tenant key of a host name, even if no such tenant exists. */
  readonly getTenantKey: (hostname: string) => string;
  /** Whether the configuration names a host. */
  readonly isKnownHost: (hostname: string) => boolean;
  /** Whether the portal has a logo of a module. */
  readonly hasLogo: (module: string) => boolean;
  /** Lists the keys of the published modules, and of those of the build. */
  readonly listModules: (executor: Executor) => Promise<readonly string[]>;
}
