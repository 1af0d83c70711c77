/** The contract names the element that a module is mounted into; Node and the service worker never use it. */
interface HTMLElement extends EventTarget {}
