import type { JWK } from 'jose';
import type { AccessTokens } from './auth/access-token';
import type { PasswordHasher } from './auth/password-hasher';
import type { BackgroundTasks } from './background-tasks';
import type { Executor } from './database/database';
import type { Mailer } from './mail/mailer';
import type { PublishingServices } from './publishing/publishing-services';
import type { PushSender } from './push/push-sender';
import type { RealtimeServices } from './realtime/create-realtime';
import type { Throttle } from './throttling/throttle';

/** What routes work with; made once by create-services.ts and handed down. */
export interface Services extends RealtimeServices {
  readonly database: Executor;
  readonly now: () => Date;
  readonly accessTokens: AccessTokens;
  /** The public key that access tokens are checked with. */
  readonly signingKey: JWK;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
  readonly mailer: Mailer;
  readonly background: BackgroundTasks;
  /** Absent while no push service is configured. */
  readonly push: PushSender | undefined;
  readonly publishing: PublishingServices;
  readonly allowedOrigins: readonly string[];
  readonly operatorKey: string;
}
