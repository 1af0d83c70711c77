// An entry of its own: no page of a module needs it. The file of the components has it (tooling/webpack/system-bundle.ts). It
// imports the package by its name, whose state it shares.
export { explainFailure, type FormFailure, useFailure } from './use-failure';
export { type FieldError, type FieldErrors, findWrongCredentials, useForm } from './use-form';
export { usePasswordField } from './use-password-field';
export { useSecondsUntil } from './use-seconds-until';
