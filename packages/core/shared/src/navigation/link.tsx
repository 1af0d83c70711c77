import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from './address';

/** A link inside the portal, followed without loading the page. The browser handles modified clicks. */
export function Link({ href, onClick, ...anchor }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain || (anchor.target && anchor.target !== '_self')) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...anchor} href={href} onClick={follow} />;
}
