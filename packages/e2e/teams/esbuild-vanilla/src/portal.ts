export async function mount(element: HTMLElement, { portal }: { portal: { user?: { name: string } } }) {
  const { createGreeting } = await import('./greeting');
  element.append(createGreeting(portal.user?.name ?? 'World'));
  return () => element.replaceChildren();
}
