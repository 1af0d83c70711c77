const texts = {
  pt: {
    title: 'O portal não pôde iniciar',
    passing: 'Isto costuma ser passageiro.',
    lasting: 'Isto não passa sozinho. O operador do portal precisa da mensagem abaixo.',
    retry: 'Tentar novamente',
  },
  en: {
    title: 'The portal could not start',
    passing: 'Usually this passes.',
    lasting: 'This does not pass by itself. The operator of the portal needs the message below.',
    retry: 'Try again',
  },
};

/**
 * Replaces the page with a readable error, in the language that the first script found. It uses neither catalogue nor
 * React nor the styles that come with scripts, because any of them may be missing.
 * @param isLasting whether the error stays until the operator fixes it
 */
export function showBootError(detail: string, isLasting = false): void {
  const { title, passing, lasting, retry } = document.documentElement.lang === 'en' ? texts.en : texts.pt;
  const panel = createElement('div', '');
  panel.className = 'portico-boot-error';
  panel.setAttribute('role', 'alert');
  const link = Object.assign(document.createElement('a'), { href: location.href, textContent: retry });
  panel.append(
    createElement('h1', title),
    createElement('p', isLasting ? lasting : passing),
    link,
    createElement('code', detail),
  );
  const main = document.createElement('main');
  main.append(panel);
  document.title = title;
  document.body.replaceChildren(main);
}

function createElement(tag: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}
