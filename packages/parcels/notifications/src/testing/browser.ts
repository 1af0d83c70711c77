/** Doubles sizes, which jsdom does not have: rows are 90 px high, a list 600 px. */
export function supportLayout(): void {
  const getHeight = (element: Element) => (element.matches('[data-index]') ? 90 : 600);
  const sizes = {
    offsetHeight: getHeight,
    clientHeight: getHeight,
    offsetWidth: () => 500,
    clientWidth: () => 500,
  };
  for (const [name, size] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return size(this);
      },
    });
  }
  Object.assign(Element.prototype, {
    scrollTo(this: Element, { top = 0 }: ScrollToOptions) {
      this.scrollTop = top;
      this.dispatchEvent(new Event('scroll'));
    },
  });
}

/**
 * Doubles a window of this width in pixels.
 * @returns changes the width
 */
export function supportWidth(initial: number): (width: number) => void {
  let width = initial;
  const queries: { target: EventTarget; minimum: number; matches: boolean }[] = [];
  window.matchMedia = (query: string) => {
    const minimum = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? 0);
    const state = { target: new EventTarget(), minimum, matches: width >= minimum };
    queries.push(state);
    return Object.assign(state.target, {
      media: query,
      get matches() {
        return width >= minimum;
      },
      onchange: null,
      addListener() {},
      removeListener() {},
    });
  };
  return (changed) => {
    width = changed;
    for (const state of queries) {
      if (state.matches === width >= state.minimum) continue;
      state.matches = !state.matches;
      state.target.dispatchEvent(new Event('change'));
    }
  };
}
