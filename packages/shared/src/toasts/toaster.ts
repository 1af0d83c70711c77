export { showModuleToast } from './show-module-toast';
export { useToaster } from './use-toaster';
