export { demoPassword, demoUsers } from './demo/demo-data';
export { type Environment, readEnvironment } from './environment';
export { type RunningServer, startServer } from './start-server';
export { StartupError } from './startup-error';
