import type { AccessTokens } from './auth/access-token';
import type { PasswordHasher } from './auth/password-hasher';
import type { BackgroundTasks } from './background-tasks';
import type { Executor } from './database/database';
import type { Mailer } from './mail/mailer';
import type { Throttle } from './throttling/throttle';

/** What routes work with; made once by create-services.ts and handed down. */
export interface Services {
  readonly database: Executor;
  readonly now: () => Date;
  readonly accessTokens: AccessTokens;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
  readonly mailer: Mailer;
  readonly background: BackgroundTasks;
  readonly allowedOrigins: readonly string[];
  readonly operatorKey: string;
}
