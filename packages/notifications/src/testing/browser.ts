/** Sizes and the window's width, which jsdom has none of: rows are 90 px high, and a list 600. */
export function supportLayout(): void {
  const heightOf = (element: Element) => (element.matches('[data-index]') ? 90 : 600);
  const sizes = {
    offsetHeight: heightOf,
    clientHeight: heightOf,
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

/** A window of this width in pixels; the returned function changes it. */
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
