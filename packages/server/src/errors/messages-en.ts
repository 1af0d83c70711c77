import type { ErrorCode } from './messages-pt';

export const messagesEn: Record<ErrorCode, string> = {
  'app-name-needed': 'This tenant does not have this application yet; give its name.',
  'app-not-allowed': 'You do not have access to this application.',
  'app-unknown': 'This tenant has no such application.',
  'body-too-large': 'The data sent is too large.',
  'code-invalid': 'Invalid or expired code. Check it or ask for a new one.',
  internal: 'An unexpected error occurred.',
  'invalid-request': 'The data sent is not valid.',
  'no-session': 'Your session has ended. Sign in again.',
  'not-authenticated': 'Sign in to continue.',
  'not-found': 'We could not find what you are looking for.',
  'not-ready': 'The service is not ready yet.',
  'operator-key-wrong': 'The operator key is wrong.',
  'origin-not-allowed': 'This page may not make this call.',
  'tenant-exists': 'A tenant with this key already exists.',
  'tenant-unknown': 'There is no such tenant.',
  'unsupported-media-type': 'This type of content is not accepted.',
  'user-exists': 'A user with this e-mail already exists.',
  'user-unknown': 'There is no user with this e-mail.',
  'wrong-credentials': 'Wrong e-mail or password.',
};
