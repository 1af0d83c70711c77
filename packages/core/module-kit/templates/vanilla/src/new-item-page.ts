import type { ModuleProps } from '@portico/module-kit';
import { element } from './element';
import type { Texts } from './texts';

/** A form: the portal asks before the user leaves it with something typed. */
export function showNewItemPage({ basePath, portal }: ModuleProps, texts: Texts): HTMLElement[] {
  const input = element('input', { required: true });
  input.addEventListener('input', () => portal.setDirty(input.value !== ''));
  const form = element(
    'form',
    {},
    element('h1', {}, texts.newItem),
    element('label', {}, texts.name, input),
    element('button', { type: 'submit' }, texts.save),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Here a call to your API goes, with `Authorization: Bearer ${portal.token()}`.
    portal.toast({ type: 'success', text: texts.saved(input.value) });
    portal.setDirty(false);
    portal.navigate(`${basePath}/`);
  });
  return [form];
}
