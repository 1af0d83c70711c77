import type { JWK } from 'jose';
import type { Executor } from '../database/database';
import type { BackgroundTasks } from '../process/background-tasks';
import type { LimitName } from './limits/limits';
import type { Throttle, Try } from './limits/throttle';
import type { PasswordHasher } from './passwords/password-hasher';
import type { BreachCheck } from './passwords/require-uncommon-password';
import type { AccessTokens } from './sessions/access-token';
import type { Sign } from './sessions/browser-marks';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** What the routes of identity need, and what the other areas need to know who calls. */
export interface IdentityServices {
  readonly database: Executor;
  readonly now: () => Date;
  readonly accessTokens: AccessTokens;
  /** The public key that verifies access tokens. */
  readonly signingKey: JWK;
  /** Signs what browsers keep for the server. */
  readonly sign: Sign;
  readonly passwords: PasswordHasher;
  readonly isBreached: BreachCheck;
  readonly throttle: Throttle;
  /** The tries of an address, more where many accounts sign in well. */
  readonly listScaledAddressTries: (limit: LimitName, ip: string) => Promise<Try[]>;
  readonly mailer: Mailer;
  readonly background: BackgroundTasks;
  /** Origins of other hosts whose pages may call the API with its cookies. */
  readonly allowedOrigins: readonly string[];
  readonly operatorKey: string;
  /** Whether the portal has a logo of a module. */
  readonly hasLogo: (module: string) => boolean;
}
