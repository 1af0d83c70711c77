/** A random id. `crypto.randomUUID` exists in secure contexts alone. */
export function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');
}
