export function createGreeting(name: string): HTMLElement {
  const heading = document.createElement('h1');
  heading.textContent = `Hello, ${name}`;
  return heading;
}
