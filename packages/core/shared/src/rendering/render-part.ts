import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { slots } from './slots';

const replacements: readonly (readonly [string | RegExp, string])[] = [
  // React preloads the pictures; here they stand in the same page.
  [/<link rel="preload"[^>]*>/g, ''],
  [/<img[^>]*{{logo}}[^>]*>/g, '{{mark}}'],
  [slots.user, '{{user}}'],
  [slots.user.charAt(0), '{{userLetter}}'],
  [slots.app, '{{app}}'],
  [slots.app.charAt(0), '{{letter}}'],
  [encodeURIComponent(slots.module), '{{module}}'],
  [slots.module, '{{module}}'],
  [slots.description, '{{description}}'],
  [/data-color="\d"/g, 'data-color="{{color}}"'],
];

/** Renders a part of a page as HTML with slots such as `{{user}}`. */
export function renderPart(part: ReactNode): string {
  return replacements.reduce((html, [value, slot]) => html.replaceAll(value, slot), renderToString(part));
}
