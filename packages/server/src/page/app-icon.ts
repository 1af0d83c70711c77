import sharp from 'sharp';

/** The widths of the icons that home screens take, in pixels; 180 is iOS's. */
export const iconSizes = [180, 192, 512] as const;

const mark = 'M7 9h18M9 26V17a3.5 3.5 0 0 1 7 0v9M16 26V17a3.5 3.5 0 0 1 7 0v9';

/** The icon of the portal in the colour of a tenant, as SVG. `radius` rounds its corners, in 32nds of its width. */
export function appIcon(accent = '#c3311d', radius = 7): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${accent}"/>` +
    `<path d="${mark}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`
  );
}

const rendered = new Map<string, Promise<Buffer>>();

/** The same as PNG, for systems that draw no SVG. They cut the corners themselves. */
export function renderAppIcon(accent: string | undefined, size: (typeof iconSizes)[number]): Promise<Buffer> {
  const key = `${accent} ${size}`;
  const icon = rendered.get(key) ?? render(appIcon(accent, 0), size);
  rendered.set(key, icon);
  return icon;
}

function render(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();
}
