import type { Visitor } from 'lightningcss';

/** The default font size of browsers, in px. */
const fontSize = 16;
/** Hairlines and outlines keep their width. */
const smallest = 4;

/**
 * Writes lengths in rem: the style sheets are drawn in px, and follow the font size that the user has set in the
 * browser.
 */
export const scaleWithFont: Visitor<never> = {
  Length({ unit, value }) {
    return unit === 'px' && Math.abs(value) >= smallest ? { unit: 'rem', value: value / fontSize } : { unit, value };
  },
};
