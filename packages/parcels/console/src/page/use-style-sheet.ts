import { useInsertionEffect } from 'react';

/** Keeps the style sheet of a late view on the document while the view is on screen. */
export function useStyleSheet(sheet: CSSStyleSheet): void {
  useInsertionEffect(() => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    };
  }, [sheet]);
}
