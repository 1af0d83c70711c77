// One file behind both names: every page needs both.
export * from '@portico/shared';
export * from '@portico/ui';
// A type of shared has this name, too.
export { Page } from '@portico/ui';
