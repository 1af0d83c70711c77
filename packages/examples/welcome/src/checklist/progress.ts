import type { Texts } from '../language/texts';
import { createElement } from './element';
import { steps } from './step';

interface Progress {
  readonly element: HTMLElement;
  update(done: number, text: Texts): void;
}

/** The progress, and a button to start again. */
export function createProgress(onReset: () => void): Progress {
  const words = createElement('p', 'welcome-progress-words');
  words.setAttribute('role', 'status');
  const bar = createElement('progress', 'welcome-bar');
  bar.max = steps.length;
  const reset = createElement('button', 'welcome-reset');
  reset.type = 'button';
  reset.addEventListener('click', onReset);
  const element = createElement('div', 'welcome-progress', words, bar, reset);

  return {
    element,
    update(done, text) {
      const said = done === steps.length ? text.finished : text.progress(done, steps.length);
      // Written only when it changes: screen readers announce each write.
      if (words.textContent !== said) words.textContent = said;
      bar.value = done;
      bar.setAttribute('aria-label', text.progressLabel);
      reset.textContent = text.reset;
      reset.disabled = done === 0;
      element.dataset.finished = String(done === steps.length);
    },
  };
}
