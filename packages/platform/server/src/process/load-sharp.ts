/** Loads sharp when the first image needs it: that takes 0.1 s. Users send images, so it reads three formats only. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  // No photo is decoded twice. One thread leaves the others to sign-ins.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
