import type { PortalApi } from '@portico/contract';
import { createElement } from './create-element';
import type { Step } from './done-steps';

type Texts = typeof import('../language/en.json');

/** A step with a checkbox and, for the profile, a link to the profile. */
export function createStepRow(step: Step, portal: PortalApi, onChange: (isDone: boolean) => void) {
  const box = createElement('input', 'welcome-box');
  box.type = 'checkbox';
  box.addEventListener('change', () => onChange(box.checked));
  const name = createElement('span', 'welcome-name');
  const hint = createElement('p', 'welcome-hint');
  hint.id = `welcome-hint-${step}`;
  box.setAttribute('aria-describedby', hint.id);
  const link = step === 'profile' ? createPortalLink('/profile', portal) : undefined;
  const label = createElement('label', 'welcome-label', box, name);
  const element = createElement('li', 'welcome-step', label, hint, ...(link ? [link] : []));

  const update = (isDone: boolean, text: Texts) => {
    box.checked = isDone;
    element.dataset.done = String(isDone);
    name.textContent = text.steps[step].name;
    hint.textContent = text.steps[step].hint;
    if (link) link.textContent = text.openProfile;
  };
  return { step, element, update };
}

/** A link out of the module; a plain click navigates within the portal, without reloading the page. */
function createPortalLink(path: string, portal: PortalApi): HTMLAnchorElement {
  const link = createElement('a', 'welcome-link');
  link.href = path;
  link.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    portal.navigate(path);
  });
  return link;
}
