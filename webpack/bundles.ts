/** Every bundle of the shell: the name of its file in the import map, and where its source starts. */
export const bundles: Readonly<Record<string, string>> = {
  react: 'root-config/src/libraries/react.ts',
  'single-spa': 'root-config/src/libraries/single-spa.ts',
  'root-config': 'root-config/src/root-config.ts',
  shared: 'packages/shared/src/index.ts',
  ui: 'packages/ui/src/index.ts',
  topbar: 'packages/topbar/src/index.ts',
  auth: 'packages/auth/src/index.ts',
  home: 'packages/home/src/index.ts',
  profile: 'packages/profile/src/index.ts',
  notifications: 'packages/notifications/src/index.ts',
  overlay: 'packages/overlay/src/index.ts',
  developer: 'packages/developer/src/index.ts',
};
