/** A tenant's own accent replaces the portal's red; its shades follow from it (see tokens.css). */
export function applyAccent(accent: string | undefined): void {
  if (accent) document.documentElement.style.setProperty('--tenant-accent', accent);
}
