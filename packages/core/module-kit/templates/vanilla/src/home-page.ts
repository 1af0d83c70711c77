import type { ModuleProps } from '@portico/module-kit';
import { element } from './element';
import type { Texts } from './texts';

export function showHomePage({ basePath, portal }: ModuleProps, texts: Texts): HTMLElement[] {
  const address = `${basePath}/new`;
  const link = element('a', { href: address }, texts.newItem);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    portal.navigate(address);
  });
  const button = element('button', { type: 'button' }, texts.greet);
  button.addEventListener('click', () => portal.toast({ type: 'success', text: portal.user?.name ?? texts.nobody }));
  return [element('h1', {}, texts.title), element('p', {}, link), button];
}
