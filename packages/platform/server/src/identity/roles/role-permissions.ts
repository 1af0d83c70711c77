import { type GrantedRole, type Permission, permissions, type Role } from '@portico/contract/administration';

const tenantReads: readonly Permission[] = [
  'people.read',
  'access.read',
  'roles.read',
  'look.read',
  'announcements.read',
  'audit.read',
];

/** The permissions of each role; an operator may do everything. */
const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  operator: permissions,
  administrator: [
    ...tenantReads,
    'people.help',
    'people.manage',
    'access.manage',
    'roles.manage',
    'look.manage',
    'announcements.manage',
  ],
  'help-desk': [...tenantReads, 'people.help'],
  publisher: ['releases.read', 'releases.manage', 'failures.read', 'tokens.read', 'tokens.manage'],
  auditor: tenantReads,
};

/** The subject of a call, by its address. */
interface Scope {
  /** Absent for a call about the whole portal. */
  readonly tenant?: string | undefined;
  readonly module?: string | undefined;
  /** Whether the call is about all modules of the role. */
  readonly isForModules?: boolean;
}

/**
 * Whether one of the roles in force allows a call. A call that declares no permission is for operators, `any` is for every
 * role.
 * @param roles those that hold in the tenant of the caller's session
 */
export function isAllowed(
  roles: readonly GrantedRole[],
  permission: Permission | 'any' | undefined,
  scope: Scope,
): boolean {
  return roles.some(({ role, tenant, modules }) => {
    if (role === 'operator' || permission === 'any') return true;
    if (permission === undefined || !rolePermissions[role].includes(permission)) return false;
    if (role === 'publisher') {
      return scope.module === undefined ? scope.isForModules === true : modules?.includes(scope.module) === true;
    }
    return tenant !== undefined && tenant === scope.tenant;
  });
}

/** Lists what the roles in force allow. */
export function listPermissions(roles: readonly GrantedRole[]): Permission[] {
  return permissions.filter((permission) => roles.some(({ role }) => rolePermissions[role].includes(permission)));
}
