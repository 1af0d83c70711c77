/** Gives the window a narrow screen, or a wide one: jsdom has no media queries. */
export function setScreen(kind: 'narrow' | 'wide'): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: kind === 'narrow',
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    });
}
