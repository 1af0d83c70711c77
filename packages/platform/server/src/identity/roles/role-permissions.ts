import { type GrantedRole, type Permission, permissions, type Role } from '@portico/contract';

const reads = permissions.filter((permission) => permission.endsWith('.read'));

/** The permissions of each role; an operator may do everything. */
const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  operator: permissions,
  administrator: [
    'people.read',
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
  ],
  'help-desk': ['people.read', 'people.help', 'access.read'],
  publisher: ['releases.read', 'releases.manage', 'failures.read'],
  auditor: reads,
};

/** The subject of a call. */
interface Scope {
  /** The tenant in the address of the call; absent for a call about the whole portal. */
  readonly tenant: string | undefined;
  /** The module in the address of the call. */
  readonly module: string | undefined;
  /** The tenant of the caller's session. */
  readonly sessionTenant: string | null;
}

/** Whether one of the roles allows a call. A call that declares no permission is for operators. */
export function isAllowed(roles: readonly GrantedRole[], permission: Permission | undefined, scope: Scope): boolean {
  return roles.some(({ role, tenant, modules }) => {
    if (role === 'operator') return true;
    if (permission === undefined || !rolePermissions[role].includes(permission)) return false;
    if (role === 'publisher') return scope.module !== undefined && modules?.includes(scope.module) === true;
    // A role of one tenant is for calls about this tenant, in a session of it.
    return tenant === scope.tenant && tenant === scope.sessionTenant;
  });
}

/** Whether the roles allow changes of a module: those of its publishers and of operators. */
export function mayPublish(roles: readonly GrantedRole[], module: string): boolean {
  return isAllowed(roles, 'releases.manage', { tenant: undefined, module, sessionTenant: null });
}

/** Lists what the roles allow in a session of a tenant. */
export function listPermissions(roles: readonly GrantedRole[], sessionTenant: string | null): Permission[] {
  const inForce = roles.filter(({ tenant }) => tenant === undefined || tenant === sessionTenant);
  return permissions.filter((permission) => inForce.some(({ role }) => rolePermissions[role].includes(permission)));
}
