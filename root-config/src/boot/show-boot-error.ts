/**
 * Replaces the page with a readable error. It is in both languages and uses neither catalogue nor styles of the shell
 * nor React, because any of them may be missing.
 */
export function showBootError(detail: string): void {
  const panel = document.createElement('div');
  panel.className = 'portico-boot-error';
  panel.setAttribute('role', 'alert');
  panel.append(
    paragraph('h1', 'O portal não pôde iniciar'),
    paragraph('p', 'The portal could not start.'),
    paragraph('code', detail),
  );
  const retry = document.createElement('a');
  retry.href = location.href;
  retry.textContent = 'Tentar novamente · Try again';
  panel.append(retry);
  const main = document.createElement('main');
  main.append(panel);
  document.body.replaceChildren(main);
}

function paragraph(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
