import { jsxDEV } from 'react/jsx-dev-runtime';
import libraries from './libraries';

export * from './libraries';
export { jsxDEV };
export default { ...libraries, jsxDEV };
