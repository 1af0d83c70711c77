import type { MouseEvent } from 'react';

/** Makes a link navigate without a page load. */
export function followBy(navigate: (path: string) => void) {
  return (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    navigate(event.currentTarget.pathname);
  };
}
