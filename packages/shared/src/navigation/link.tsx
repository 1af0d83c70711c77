import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from './navigate';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

/** A link inside the portal: followed without loading the page; a modified click does what the browser does. */
export function Link({ href, onClick, ...anchor }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain || (anchor.target && anchor.target !== '_self')) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...anchor} href={href} onClick={follow} />;
}
