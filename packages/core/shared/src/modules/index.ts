export { publishEvent, subscribeToEvent } from './events';
export { mountPlace } from './mount-place';
