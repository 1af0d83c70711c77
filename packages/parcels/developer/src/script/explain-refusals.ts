import type { ImportMapOverrides } from '../overrides/import-map-overrides';
import { explainRefusal } from '../overrides/override-rules';
import { readPageRules } from './prepare';

/** A panel of import-map-overrides. It renders when it is connected, and when an attribute changes. */
interface Panel extends HTMLElement {
  renderWithPreact(): void;
}

const externalMaps =
  'This portal loads no external import maps, because their names and addresses cannot be checked. Override each name by itself.';

/** Makes the functions and the panels of import-map-overrides say why they refuse an override. */
export function explainRefusals(library: ImportMapOverrides): void {
  const { addOverride } = library;
  library.addOverride = (name, typed) => {
    const refusal = explainRefusal(name, resolveAddress(library, name, typed), readPageRules());
    if (refusal !== undefined) console.warn(`[portico] ${refusal} The next reload removes it.`);
    return addOverride(name, typed);
  };
  library.addExternalOverride = () => {
    console.warn(`[portico] ${externalMaps}`);
    return false;
  };
  const explain = (event: Event) => refuseForm(library, event);
  for (const kind of ['full', 'list', 'popup']) {
    const panel: { readonly prototype: Panel } | undefined = customElements.get(`import-map-overrides-${kind}`);
    if (panel) preparePanel(panel.prototype, explain);
  }
}

/** Gives each panel the nonce of this page for its style tag, however the panel was created. */
function preparePanel(panel: Panel, explain: (event: Event) => void): void {
  const { nonce = '' } = document.querySelector<HTMLScriptElement>('script#portico-overrides') ?? {};
  const { renderWithPreact } = panel;
  panel.renderWithPreact = function () {
    if (!this.hasAttribute('style-nonce')) this.setAttribute('style-nonce', nonce);
    renderWithPreact.call(this);
    this.shadowRoot?.addEventListener('submit', explain, { capture: true });
  };
}

/** Keeps a form open whose override is not allowed, and shows the reason at its field. */
function refuseForm(library: ImportMapOverrides, event: Event): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const find = (selector: string) => form.querySelector<HTMLInputElement>(selector);
  const map = find('#external-importmap-url');
  const field = map ?? find('[aria-labelledby=override-url-label]');
  // An empty field removes an override.
  if (!field?.value) return;
  const name = find('[aria-labelledby=module-name-label]')?.value ?? form.querySelector('h3')?.textContent ?? '';
  const refusal = map
    ? externalMaps
    : explainRefusal(name, resolveAddress(library, name, field.value), readPageRules());
  if (refusal === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  field.setCustomValidity(refusal);
  field.reportValidity();
  form.addEventListener('input', () => field.setCustomValidity(''), { once: true });
}

function resolveAddress(library: ImportMapOverrides, name: string, typed: string): string {
  return /^\d+$/.test(typed) ? library.getUrlFromPort(name, typed) : typed;
}
