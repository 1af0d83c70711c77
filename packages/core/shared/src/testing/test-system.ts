/** Puts a system into the page whose theme and width a test changes. jsdom has none. */
export function startTestSystem() {
  const dark = createQuery(false);
  const wide = createQuery(true);
  Object.assign(window, { matchMedia: (media: string) => (media.includes('width') ? wide : dark) });
  const set = (query: ReturnType<typeof createQuery>, matches: boolean) => {
    query.matches = matches;
    query.dispatchEvent(new Event('change'));
  };
  return {
    setDark: (isDark: boolean) => set(dark, isDark),
    setWide: (isWide: boolean) => set(wide, isWide),
  };
}

function createQuery(matches: boolean) {
  return Object.assign(new EventTarget(), { matches });
}
