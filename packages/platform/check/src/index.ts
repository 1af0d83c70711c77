export { type BuiltModule, readBuiltModule, readModuleManifest } from './build/built-module';
export { findStyles } from './build/find-styles';
export { CheckError, formatKilobytes } from './build/messages';
export { computeDigest, type ReadFile, readFiles } from './build/read-files';
export { findStyleScope } from './build/scope-file';
export { type Certificate, type RequestHandler, serveFolder, startLocalServer } from './observation/local-server';
export { offered, readCheckParts } from './observation/portal-page';
export { servePackages } from './observation/serve-packages';
export { type CheckResult, findSharedNames, startChecker } from './start-checker';
