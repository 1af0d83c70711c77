/** The broker as a websocket address; a path is on the page's own host. */
export function brokerAddress(url: string, page: string = location.href): string {
  const address = new URL(url, page);
  if (address.protocol === 'https:') address.protocol = 'wss:';
  if (address.protocol === 'http:') address.protocol = 'ws:';
  return address.href;
}
