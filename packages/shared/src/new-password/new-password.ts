export { newPasswordErrorOf, newPasswordLimits } from './new-password-error';
export { usePasswordRules } from './use-password-rules';
