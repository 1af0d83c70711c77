import { adoptStyles } from '@portico/shared';
import { uiStyles } from '@portico/ui';

adoptStyles(...uiStyles);

export * from '@portico/ui';
// Of the root config: they are made of these components, and only pages with a failure need them.
export { UnknownTenant } from '../boot/unknown-tenant';
export { BarFailureView, FailureView, ShellFailureView } from '../module-host/failure-view';
