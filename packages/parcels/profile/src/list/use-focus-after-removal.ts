import { useEffect, useRef } from 'react';

/** Moves the focus to the heading of the topic when an element is removed with the focus. */
export function useFocusAfterRemoval<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  useEffect(() => {
    const topic = element.current?.closest('.portico-profile-topic');
    return () => {
      if (document.activeElement === document.body) topic?.querySelector('h3')?.focus({ preventScroll: true });
    };
  }, []);
  return element;
}
