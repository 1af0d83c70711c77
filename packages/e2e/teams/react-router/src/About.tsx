export function Component() {
  return <h2>About</h2>;
}
