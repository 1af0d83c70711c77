export { portalPolicy } from './check/check-page';
export { createProgram } from './create-program';
