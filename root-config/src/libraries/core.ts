import '../boot/root-config';

// One file for three names of the import map, which every page needs. The names are listed by the packages themselves.
export * from '@portico/shared';
export * from '@portico/ui';
