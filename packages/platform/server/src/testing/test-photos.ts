import { userImageListSchema } from '@portico/contract';
import sharp, { type Sharp } from 'sharp';
import * as v from 'valibot';
import type { TestCall, TestClient } from './test-client';

/** A picture of one colour. */
export function plainPicture(width: number, height: number, background = '#c3311d'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A picture that compresses badly, as photos do. */
export function noisyPicture(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
}

/** The colour of a pixel, each channel from 0 to 255. */
export async function colourAt(image: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = { left, top, width: 1, height: 1 };
  return [...(await sharp(image).extract(pixel).removeAlpha().raw().toBuffer())];
}

/** The calls of `/users/images`, for one user. */
export function photoCalls({ call }: TestClient, email: string, token: string) {
  const own = `/api/users/images?email=${encodeURIComponent(email)}`;
  const get = (emails: readonly string[], headers: TestCall['headers'] = {}) =>
    call('GET', `/api/users/images?${new URLSearchParams(emails.map((one) => ['emails', one]))}`, { token, headers });
  return {
    upload: (body: Uint8Array | string, type = 'image/png', method = 'PUT') =>
      call(method, own, { token, body, headers: { 'content-type': type } }),
    remove: () => call('DELETE', own, { token }),
    get,
    /** The photos as the shell reads them. */
    getPhotos: async (...emails: string[]) => v.parse(userImageListSchema, await (await get(emails)).json()),
    /** The user's own photo. */
    photo: async (): Promise<Uint8Array | undefined> => {
      const [image] = v.parse(userImageListSchema, await (await get([email])).json());
      return image?.image?.data;
    },
  };
}
