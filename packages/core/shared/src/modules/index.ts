export { publishEvent, subscribeToEvent } from './events';
export { mountPlace } from './mount-place';
export { exchangeAccessToken, validateSession } from './session-calls';
