import { parsePosition, type ScriptPosition } from './parse-position';

/** A service worker that a module tried to register. */
export interface RegisteredWorker {
  /** As it named the script. */
  readonly url: string;
  readonly position?: ScriptPosition;
}

/**
 * Refuses service workers from now on; returns a function that lists them, each once.
 * @param base the address of the module's folder, with a slash at the end
 */
export function watchServiceWorkers(base: string): () => RegisteredWorker[] {
  const registered = new Map<string, RegisteredWorker>();
  const register = async (script: unknown) => {
    const position = parsePosition(new Error().stack, base);
    const worker: RegisteredWorker = { url: String(script), ...(position && { position }) };
    registered.set(JSON.stringify(worker), worker);
    throw new DOMException('The portal takes no service worker of a module.', 'SecurityError');
  };
  Object.defineProperty(navigator.serviceWorker, 'register', { value: register, configurable: true });
  return () => [...registered.values()];
}
