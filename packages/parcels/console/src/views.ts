import { lazy } from 'react';
import type { View } from './frame/view';
import { Overview } from './overview/overview';

const loadPeople = async () => ({ default: (await import('./people/people')).People });
const loadAccess = async () => ({ default: (await import('./access/access')).Access });
const loadInvitations = async () => ({ default: (await import('./invitations/invitations')).Invitations });
const loadLook = async () => ({ default: (await import('./look/look')).Look });
const loadSignIn = async () => ({ default: (await import('./sign-in/sign-in')).SignIn });
const loadReleases = async () => ({ default: (await import('./releases/releases')).Releases });
const loadAnnouncements = async () => ({ default: (await import('./announcements/announcements')).Announcements });
const loadFailures = async () => ({ default: (await import('./failures/failures')).Failures });
const loadAudit = async () => ({ default: (await import('./audit/audit')).Audit });
const loadOverrides = async () => ({ default: (await import('./overrides/overrides')).Overrides });
const loadRoles = async () => ({ default: (await import('./roles/roles')).Roles });
const loadTokens = async () => ({ default: (await import('./tokens/tokens')).Tokens });
const loadHealth = async () => ({ default: (await import('./health/health')).Health });

/** Every view of the console, in the order of the navigation. A view handles the addresses below its path itself. */
export const views: readonly View[] = [
  { name: 'overview', path: '', Component: Overview },
  { name: 'people', path: 'people', needs: 'people.read', Component: lazy(loadPeople) },
  { name: 'access', path: 'access', needs: 'access.read', Component: lazy(loadAccess) },
  { name: 'invitations', path: 'invitations', needs: 'people.read', Component: lazy(loadInvitations) },
  { name: 'look', path: 'look', needs: 'look.read', Component: lazy(loadLook) },
  { name: 'sign-in', path: 'sign-in', needs: 'look.read', Component: lazy(loadSignIn) },
  { name: 'releases', path: 'releases', needs: 'releases.read', Component: lazy(loadReleases) },
  { name: 'failures', path: 'failures', needs: 'failures.read', Component: lazy(loadFailures) },
  {
    name: 'announcements',
    path: 'announcements',
    needs: 'announcements.read',
    Component: lazy(loadAnnouncements),
  },
  { name: 'tokens', path: 'tokens', needs: 'tokens.read', Component: lazy(loadTokens) },
  { name: 'roles', path: 'roles', needs: 'roles.read', Component: lazy(loadRoles) },
  { name: 'audit', path: 'audit', needs: 'audit.read', Component: lazy(loadAudit) },
  { name: 'overrides', path: 'overrides', Component: lazy(loadOverrides) },
  { name: 'health', path: 'health', needs: 'health.read', Component: lazy(loadHealth) },
];
