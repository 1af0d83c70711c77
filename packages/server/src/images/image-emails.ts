import { emailSchema, photoEmailsMax } from '@portico/contract';
import * as v from 'valibot';

const listSchema = v.optional(v.union([v.string(), v.array(v.string())]), []);

/** The e-mails of `GET /users/images`: `emails=a&emails=b`, `emails[]=a`, or `emails=a,b`, as clients write lists. */
export const imageEmailsSchema = v.pipe(
  v.object({ emails: listSchema, 'emails[]': listSchema }),
  v.transform((query) => [query.emails, query['emails[]']].flat().flatMap((list) => list.split(','))),
  v.array(emailSchema),
  v.minLength(1),
  v.maxLength(photoEmailsMax),
);
