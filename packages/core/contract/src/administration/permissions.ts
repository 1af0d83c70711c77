/** The roles of the console. Operators and publishers have theirs in the whole portal, all others in one tenant. */
export const roles = ['operator', 'administrator', 'help-desk', 'publisher', 'auditor'] as const;

export type Role = (typeof roles)[number];

/** The permissions that a role may give. `read` permissions change nothing; a call without a permission is for operators only. */
export const permissions = [
  'people.read',
  /** Resend, unlock, end sessions, mail a code for a new password. */
  'people.help',
  'people.manage',
  'access.read',
  'access.manage',
  'roles.read',
  'roles.manage',
  'look.read',
  'look.manage',
  'announcements.read',
  'announcements.manage',
  'audit.read',
  /** Only of the modules that the role names. */
  'releases.read',
  'releases.manage',
  'failures.read',
  /** The service keys and the team tokens of these modules. */
  'tokens.read',
  'tokens.manage',
  'health.read',
] as const;

export type Permission = (typeof permissions)[number];
