export { exchangeAccessToken } from '../session/exchange-access-token';
export { validateSession } from '../session/validate-session';
export { publishEvent, subscribeToEvent } from './events';
export { mountPlace } from './mount-place';
