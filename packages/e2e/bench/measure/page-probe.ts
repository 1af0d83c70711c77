/**
 * A message from the page to the benchmark: when something was first visible, in milliseconds since 1970. `start` is the
 * start of the navigation, `form-handled` the first submit that a script handled, `click` the time of the event.
 */
export interface Sighting {
  readonly name: 'start' | 'form-visible' | 'form-usable' | 'form-handled' | 'top-bar' | 'heading' | 'click';
  readonly text?: string;
  readonly at: number;
}

/** The page calls it with a sighting as JSON. */
declare function benchSighting(sighting: string): void;

/**
 * Runs in every page before its own scripts, the same for all contestants. An element counts from the first frame in
 * which its box is not empty: a mutation requests a frame, the frame checks, and a timeout after the frame is drawn
 * takes the time.
 */
export function probePage(): void {
  let isAsked = false;
  const seen = new Set<string>();
  let headings = new Set<string>();

  function tell(name: Sighting['name'], at: number, text?: string): void {
    benchSighting(JSON.stringify({ name, text, at: performance.timeOrigin + at }));
  }

  function tellOnce(name: Sighting['name']): void {
    if (seen.has(name)) return;
    seen.add(name);
    setTimeout(() => tell(name, performance.now()));
  }

  function isVisible(element: Element | null | undefined): boolean {
    if (!element) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  /** @returns whether something is there that is not visible yet */
  function lookForForm(): boolean {
    const email = document.querySelector<HTMLInputElement>('form input[type=email]');
    const form = email?.form;
    if (!email || !form || seen.has('form-handled')) return false;
    const controls = [email, form.querySelector('input[type=password]'), form.querySelector('[type=submit]')];
    if (!seen.has('form-visible') && !controls.every(isVisible)) return true;
    setTimeout(() => submit(email, form));
    return false;
  }

  /** Submits after a frame with the form. Later the form reports its empty fields. */
  function submit(email: HTMLInputElement, form: HTMLFormElement): void {
    const tellNow = (name: Sighting['name']) => {
      if (!seen.has(name)) tell(name, performance.now());
      seen.add(name);
    };
    tellNow('form-visible');
    // The event is untrusted and has no submitter, so the browser itself sends nothing.
    const isHandled = !form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    const isNative = form.method === 'post' && form.hasAttribute('action');
    if (!email.matches(':disabled, [inert] *') && (isHandled || isNative)) tellNow('form-usable');
    if (isHandled) tellNow('form-handled');
    // A script hydrates a form without changing the document.
    else ask();
  }

  /** @returns whether something is there that is not visible yet */
  function lookForTopBar(): boolean {
    if (seen.has('top-bar')) return false;
    const menu = document.querySelector('header button[aria-haspopup=menu]');
    if (isVisible(menu)) tellOnce('top-bar');
    return menu !== null && !seen.has('top-bar');
  }

  /** @returns whether something is there that is not visible yet */
  function lookForHeadings(): boolean {
    const all = [...document.querySelectorAll('main h1')];
    const visible = new Set(all.filter(isVisible).map(({ textContent }) => textContent ?? ''));
    for (const text of visible) if (!headings.has(text)) setTimeout(() => tell('heading', performance.now(), text));
    headings = visible;
    return visible.size < all.length;
  }

  function look(): void {
    isAsked = false;
    if ([lookForForm(), lookForTopBar(), lookForHeadings()].includes(true)) ask();
  }

  function ask(): void {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(look);
  }

  tell('start', 0);
  new MutationObserver(ask).observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
  addEventListener('click', ({ timeStamp }) => tell('click', timeStamp), { capture: true });
}
