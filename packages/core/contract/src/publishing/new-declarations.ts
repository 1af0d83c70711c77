import * as v from 'valibot';
import { declarationsSchema } from '../declarations';

const maxBytes = 16 * 1024;

/** The declarations of a publication: contributions name parcels of the version itself. */
export const newDeclarationsSchema = v.pipe(
  declarationsSchema,
  v.check(
    ({ contributions = [], parcels = {} }) => contributions.every(({ parcel }) => Object.hasOwn(parcels, parcel)),
    'A contribution names a parcel that "parcels" does not have.',
  ),
  v.check(
    (declarations) => new TextEncoder().encode(JSON.stringify(declarations)).length <= maxBytes,
    `The declarations of a version have at most ${maxBytes / 1024} KB.`,
  ),
);
