import type { IdentityServices } from '../identity/identity-services';
import type { createRegistry } from './create-registry';

/** What the routes of the registry need. */
export interface RegistryServices extends IdentityServices {
  readonly registry: ReturnType<typeof createRegistry>;
  readonly realtime: { publish(topic: string, payload: string): void };
}
