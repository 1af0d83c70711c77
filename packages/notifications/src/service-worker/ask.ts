import type { Question } from '../push/worker-message';
import type { Page } from './worker-scope';

/**
 * Asks a page; the answer comes by a port.
 * @param limit how long it has, in milliseconds
 * @returns `undefined` when it does not answer
 */
export function ask(page: Page, question: Question, limit: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (answer: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(settle, limit, undefined);
    port1.onmessage = ({ data }) => settle(data);
    page.postMessage(question, [port2]);
  });
}
