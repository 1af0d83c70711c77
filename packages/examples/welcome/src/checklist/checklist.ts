import type { PortalApi } from '@portico/contract';
import { getTexts } from '../language/texts';
import { onDoneElsewhere, readDone, writeDone } from './done-steps';
import { createElement } from './element';
import { createProgress } from './progress';
import { type Step, steps } from './step';
import { createStepRow } from './step-row';

interface Checklist {
  readonly element: HTMLElement;
  end(): void;
}

/** Builds the page once; changes of language, theme or steps only update texts and marks. */
export function createChecklist(portal: PortalApi): Checklist {
  let done = readDone();
  let { locale, theme } = portal;

  const title = createElement('h1', 'welcome-title');
  const lead = createElement('p', 'welcome-lead');
  const themeNote = createElement('p', 'welcome-note');
  const progress = createProgress(() => {
    change(new Set());
    // The focused button is gone: move the focus.
    list.querySelector('input')?.focus();
  });
  const rows = steps.map((step) => createStepRow(step, portal, (isDone) => mark(step, isDone)));
  const list = createElement('ul', 'welcome-steps', ...rows.map((row) => row.element));
  const element = createElement('div', 'welcome', title, lead, progress.element, list, themeNote);

  function render(): void {
    const text = getTexts(locale);
    element.lang = text.lang;
    title.textContent = text.title(portal.user?.name ?? '');
    lead.textContent = text.lead;
    themeNote.textContent = text.theme[theme];
    progress.update(done.size, text);
    for (const row of rows) row.update(done.has(row.step), text);
  }
  function change(next: ReadonlySet<Step>): void {
    done = next;
    writeDone(done);
    render();
  }
  function mark(step: Step, isDone: boolean): void {
    const others = [...done].filter((other) => other !== step);
    change(new Set(isDone ? [...others, step] : others));
  }

  // Changing the theme completes the step about the theme.
  const ends = [
    portal.subscribe('container:locale', (next) => {
      locale = next;
      render();
    }),
    portal.subscribe('container:theme', (next) => {
      theme = next;
      mark('theme', true);
    }),
    onDoneElsewhere(() => {
      done = readDone();
      render();
    }),
  ];
  render();
  return {
    element,
    end: () => {
      for (const end of ends) end();
    },
  };
}
