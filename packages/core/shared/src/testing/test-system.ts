/** Puts a system into the page whose theme a test changes. jsdom has none. */
export function startTestSystem() {
  const query = Object.assign(new EventTarget(), { matches: false });
  Object.assign(window, { matchMedia: () => query });
  return {
    setDark(isDark: boolean): void {
      query.matches = isDark;
      query.dispatchEvent(new Event('change'));
    },
  };
}
