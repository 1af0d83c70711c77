import { photoMaxBytes, photoMaxPixels } from '@portico/contract';

/** The limits of a photo as people are told them. */
export const photoMegabytes = photoMaxBytes / 1024 / 1024;
export const photoMegapixels = photoMaxPixels / 1_000_000;
