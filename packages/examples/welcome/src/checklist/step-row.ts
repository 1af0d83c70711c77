import type { PortalApi } from '@portico/contract';
import type { Texts } from '../language/texts';
import { createElement } from './element';
import { getPlace, type Step } from './step';

interface StepRow {
  readonly step: Step;
  readonly element: HTMLElement;
  update(done: boolean, text: Texts): void;
}

/** A step with a checkbox and a link to where it is done. */
export function createStepRow(step: Step, portal: PortalApi, onChange: (done: boolean) => void): StepRow {
  const box = createElement('input', 'welcome-box');
  box.type = 'checkbox';
  box.addEventListener('change', () => onChange(box.checked));
  const name = createElement('span', 'welcome-name');
  const label = createElement('label', 'welcome-label', box, name);
  const hint = createElement('p', 'welcome-hint');
  hint.id = `welcome-hint-${step}`;
  box.setAttribute('aria-describedby', hint.id);
  const element = createElement('li', 'welcome-step', label, hint);
  const link = createPortalLink(getPlace[step], portal);
  if (link) element.append(link);

  return {
    step,
    element,
    update(done, text) {
      box.checked = done;
      element.dataset.done = String(done);
      name.textContent = text.steps[step].name;
      hint.textContent = text.steps[step].hint;
      if (link) link.textContent = text.openProfile;
    },
  };
}

/** A link out of the module; a plain click navigates within the portal, without reloading the page. */
function createPortalLink(path: string | undefined, portal: PortalApi): HTMLAnchorElement | undefined {
  if (!path) return undefined;
  const link = createElement('a', 'welcome-link');
  link.href = path;
  link.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    portal.navigate(path);
  });
  return link;
}
