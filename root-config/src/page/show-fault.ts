/**
 * Replaces the page by one readable fault. Without catalogue, styles of the shell or React, because any of them may be
 * what is missing; hence both languages at once.
 */
export function showFault(detail: string): void {
  const fault = document.createElement('div');
  fault.className = 'portico-fault';
  fault.setAttribute('role', 'alert');
  fault.append(
    paragraph('h1', 'O portal não pôde iniciar'),
    paragraph('p', 'The portal could not start.'),
    paragraph('code', detail),
  );
  const retry = document.createElement('a');
  retry.href = location.href;
  retry.textContent = 'Tentar novamente · Try again';
  fault.append(retry);
  const main = document.createElement('main');
  main.append(fault);
  document.body.replaceChildren(main);
}

function paragraph(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
