/**
 * Replaces the address of the tab's icon by a data URL. Else Chromium requests the icon again at every change of the
 * address in a private window, while the next module is drawn.
 */
export async function keepTabIcon(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || link.href.startsWith('data:')) return;
  // Mostly from the cache. If it fails, without a network or because the page is left, the link keeps its address.
  const icon = await fetch(link.href)
    .then<Blob | false>((answer) => answer.ok && answer.blob())
    .catch(() => undefined);
  if (!icon) return;
  const reader = new FileReader();
  reader.onload = () => link.setAttribute('href', String(reader.result));
  reader.readAsDataURL(icon);
}
