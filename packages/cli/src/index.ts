export { createProgram } from './create-program';
