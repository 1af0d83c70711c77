import type { ModuleProps } from '@portico/contract';
import { createChecklist } from './checklist/checklist';
import sheet from './checklist/checklist.css';

let checklist: ReturnType<typeof createChecklist> | undefined;

/** The single-spa lifecycles, exported directly from the System module. */
export async function bootstrap(): Promise<void> {}

export async function mount({ element, portal }: ModuleProps): Promise<void> {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  checklist = createChecklist(portal);
  element.append(checklist.element);
}

export async function unmount({ element }: ModuleProps): Promise<void> {
  checklist?.end();
  element.replaceChildren();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
}
