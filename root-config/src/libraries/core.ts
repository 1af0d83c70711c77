import '../boot/root-config';

// One file behind both names: every page needs both.
export * from '@portico/shared';
