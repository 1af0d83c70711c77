/** The portal cannot start because of what its operator configured; `message` names the fault. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
