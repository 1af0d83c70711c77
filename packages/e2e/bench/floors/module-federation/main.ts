import { requestModule } from './modules';

if (location.pathname !== '/signin') requestModule(location.pathname);
// Shared libraries load asynchronously, so the application starts behind an import.
import('./start');
