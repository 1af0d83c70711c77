/** The contract names the element of a module; Node and the service worker never use it. */
interface HTMLElement extends EventTarget {}
