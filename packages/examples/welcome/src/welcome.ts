import type { ModuleProps } from '@portico/contract';
import { createChecklist } from './checklist/checklist';
import sheet from './checklist/checklist.welcome.css';

/** The clean-up of each mount, by element. */
const mounted = new Map<HTMLElement, () => void>();

/** The single-spa lifecycles, exported directly from the System module. */
export async function bootstrap(): Promise<void> {}

export async function mount({ element, portal }: ModuleProps): Promise<void> {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const checklist = createChecklist(portal);
  element.append(checklist.element);
  mounted.set(element, checklist.end);
}

export async function unmount({ element }: ModuleProps): Promise<void> {
  mounted.get(element)?.();
  mounted.delete(element);
  element.replaceChildren();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
}
