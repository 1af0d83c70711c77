/** Numbers objects, so that they can be part of a key. */
export function createIdentities() {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object: object): number => {
    const known = numbers.get(object);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(object, last);
    return last;
  };
}
