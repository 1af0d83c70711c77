import path from 'node:path';
import sharp from 'sharp';

/** The widths of the icons that home screens take, in pixels; 180 is iOS's. */
export const iconSizes = [180, 192, 512] as const;

const portalRed = '#c3311d';

/** The white mark alone, 512 px wide: SVG is no format that this process reads, because users send images. */
const markFile = path.join(import.meta.dirname, '../../media/portal-mark.png');
const mark = 'M7 9h18M9 26V17a3.5 3.5 0 0 1 7 0v9M16 26V17a3.5 3.5 0 0 1 7 0v9';

/** The icon of the portal in the colour of a tenant, as SVG. */
export function appIcon(accent = portalRed): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/>` +
    `<path d="${mark}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`
  );
}

const rendered = new Map<string, Buffer>();

/** The same as PNG, for systems that draw no SVG. They cut the corners themselves. */
export async function renderAppIcon(accent = portalRed, size: (typeof iconSizes)[number]): Promise<Buffer> {
  const key = `${accent} ${size}`;
  const icon = rendered.get(key) ?? (await render(accent, size));
  rendered.set(key, icon);
  return icon;
}

function render(background: string, size: number): Promise<Buffer> {
  return sharp(markFile).resize(size, size).flatten({ background }).png().toBuffer();
}
