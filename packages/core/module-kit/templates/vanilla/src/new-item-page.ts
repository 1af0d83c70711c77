import type { ModuleProps } from '@portico/module-kit';
import type { Draft } from './draft';
import { element } from './element';
import type { Texts } from './texts';

/** A form: the portal asks before the user leaves the module with unsaved text. */
export function showNewItemPage({ basePath, portal }: ModuleProps, texts: Texts, draft: Draft): HTMLElement[] {
  const input = element('input', { required: true, value: draft.name });
  const type = (name: string) => {
    draft.name = name;
    portal.setDirty(name !== '');
  };
  input.addEventListener('input', () => type(input.value));
  const form = element(
    'form',
    {},
    element('h1', {}, texts.newItem),
    element('label', {}, texts.name, input),
    element('button', { type: 'submit' }, texts.save),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Call your API here, with `Authorization: Bearer ${portal.token()}`.
    portal.toast({ type: 'success', text: texts.saved(input.value) });
    type('');
    portal.navigate(`${basePath}/`);
  });
  return [form];
}
