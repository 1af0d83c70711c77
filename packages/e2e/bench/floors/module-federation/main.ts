// Shared libraries load asynchronously, so the application starts behind an import.
import('./start');
