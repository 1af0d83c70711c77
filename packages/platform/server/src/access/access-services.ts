import type { MessagingServices } from '../messaging/messaging-services';
import type { RegistryServices } from '../registry/create-registry';

/** Services of the routes of access. */
export type AccessServices = MessagingServices & RegistryServices;
