import type { PortalApi } from '@portico/contract';
import en from '../language/en.json';
import pt from '../language/pt.json';
import { createElement } from './create-element';
import { onDoneElsewhere, readDone, type Step, steps, writeDone } from './done-steps';
import { createStepRow } from './step-row';

/** Builds the page once; changes of language, theme or steps only update texts and marks. `end` ends that. */
export function createChecklist(portal: PortalApi) {
  let done = readDone();

  const title = createElement('h1', 'welcome-title');
  const lead = createElement('p', 'welcome-lead');
  const themeNote = createElement('p', 'welcome-note');
  const status = createElement('p', 'welcome-progress-words');
  status.setAttribute('role', 'status');
  const bar = createElement('progress', 'welcome-bar');
  bar.max = steps.length;
  const reset = createElement('button', 'welcome-reset');
  reset.type = 'button';
  const progress = createElement('div', 'welcome-progress', status, bar, reset);
  const rows = steps.map((step) => createStepRow(step, portal, (isDone) => mark(step, isDone)));
  const list = createElement('ul', 'welcome-steps', ...rows.map((row) => row.element));
  const element = createElement('div', 'welcome', title, lead, progress, list, themeNote);

  function render(): void {
    const text = portal.locale === 'en' ? en : pt;
    const [firstName] = (portal.user?.name ?? '').split(' ');
    const isFinished = done.size === steps.length;
    element.lang = text.lang;
    title.textContent = firstName ? text.greeting.replace('{}', firstName) : text.title;
    lead.textContent = text.lead;
    themeNote.textContent = text.theme[portal.theme];
    const said = isFinished
      ? text.finished
      : text.progress.replace('{}', String(done.size)).replace('{}', String(steps.length));
    // Written only when it changes: screen readers announce each write.
    if (status.textContent !== said) status.textContent = said;
    bar.value = done.size;
    bar.setAttribute('aria-label', text.progressLabel);
    reset.textContent = text.reset;
    reset.disabled = done.size === 0;
    progress.dataset.finished = String(isFinished);
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

  reset.addEventListener('click', () => {
    change(new Set());
    // The focused button is gone: move the focus.
    list.querySelector('input')?.focus();
  });
  const ends = [
    portal.subscribe('container:locale', render),
    // Changing the theme completes the step about the theme.
    portal.subscribe('container:theme', () => mark('theme', true)),
    onDoneElsewhere(() => {
      done = readDone();
      render();
    }),
  ];
  render();
  const end = () => {
    for (const stop of ends) stop();
  };
  return { element, end };
}
