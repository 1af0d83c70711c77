import * as v from 'valibot';
import { tenantKeySchema } from '../configuration';
import { createLimitSchema, createPageSchema } from '../list-page';
import { moduleVersionSchema } from '../published-names';
import { reportKinds } from '../report';
import { timeSchema } from '../time';

/** Creates the schema of a text of an error, which may be cut or binary: what no database stores is replaced. */
const createErrorTextSchema = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.transform((text) => text.replace(/[\0\p{Cs}]/gu, '\uFFFD')),
  );

/** The most characters of the name of an error, of its message, and of its stack, that a browser reports. */
export const failureTextMax = { name: 200, message: 1000, stack: 8000 } as const;

/** The kinds of reports that make a failure. */
const kindSchema = v.picklist(reportKinds);

/**
 * `POST /failures` (bearer: an access token) reports an error of a module that the user has, of a package, or of a part of
 * the shell. The server ignores others, keeps no text that may name a person, and answers 204.
 */
export const failureReportSchema = v.object({
  /** The name in the import map. */
  source: v.pipe(v.string(), v.maxLength(200)),
  /** The address of this name in the tab, which tells the version; empty if there is none. */
  address: createErrorTextSchema(2000),
  kind: kindSchema,
  /** The name of the error, such as `TypeError`. */
  name: createErrorTextSchema(failureTextMax.name),
  message: createErrorTextSchema(failureTextMax.message),
  stack: createErrorTextSchema(failureTextMax.stack),
});

/** The body of a report. */
export type FailureReport = v.InferOutput<typeof failureReportSchema>;

/** The orders of a list of failures. A minus reverses one. */
export const failureSorts = [
  'people',
  '-people',
  'times',
  '-times',
  'first_at',
  '-first_at',
  'last_at',
  '-last_at',
] as const;

/** The browsers that the server tells apart. */
export const browserNames = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet', 'Vivaldi'] as const;

/** The name of a browser. */
export type BrowserName = (typeof browserNames)[number];

const filterSchema = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '');

/**
 * The query of `GET /publishing/failures`. A publisher gets the failures of the own modules. `after` is `next` of the page
 * before.
 */
export const failureQuerySchema = v.strictObject({
  /** A part of the message, the name of the error or the module. */
  search: filterSchema,
  module: filterSchema,
  version: filterSchema,
  /** Only people of this tenant count. */
  tenant: filterSchema,
  /** Only failures in this browser. The figures are those of all browsers. */
  browser: v.optional(v.picklist(['', ...browserNames]), ''),
  /** Only failures that were reported since. */
  since: v.optional(v.pipe(v.string(), v.isoTimestamp(), v.toDate())),
  sort: v.optional(v.picklist(failureSorts), '-people'),
  after: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  limit: createLimitSchema(100),
});

/** The parsed query. */
export type FailureQuery = v.InferOutput<typeof failureQuerySchema>;

const wholeSchema = v.pipe(v.number(), v.integer());

const listedFailureSchema = v.object({
  id: v.string(),
  /** The key of a module, or the name of a package or a part of the shell. */
  module: v.string(),
  /** Null for the version of the shell's build, and for one that the portal does not know. */
  version: v.nullable(moduleVersionSchema),
  /** A newer server may know more kinds. */
  kind: v.string(),
  name: v.string(),
  /** Without numbers, ids, e-mails and other texts that differ by person. */
  message: v.string(),
  people: wholeSchema,
  /** How many pages have reported it. */
  times: wholeSchema,
  first_at: timeSchema,
  last_at: timeSchema,
  tenants: v.array(tenantKeySchema),
  browsers: v.array(v.string()),
});

/** A failure: an error of one cause in one version of a module. */
export type ListedFailure = v.InferOutput<typeof listedFailureSchema>;

/** A page of failures. `next` is null on the last page. */
export const failurePageSchema = createPageSchema(listedFailureSchema);

/** A page of failures. */
export type FailurePage = v.InferOutput<typeof failurePageSchema>;

const positionSchema = v.object({ file: v.string(), line: wholeSchema, column: wholeSchema });

/** A function that was running when the error was thrown. */
export const frameSchema = v.object({
  /** Empty if it has no name. */
  function: v.string(),
  /** The position in the built file, whose address has no query. */
  ...positionSchema.entries,
  /** The position in the source, if the version was published with its source map. */
  source: v.exactOptional(positionSchema),
});

/** A function that was running when the error was thrown. */
export type Frame = v.InferOutput<typeof frameSchema>;

const shareSchema = v.array(v.object({ name: v.string(), people: wholeSchema }));

/** `GET /publishing/failures/{id}`. */
export const failureSchema = v.object({
  ...v.omit(listedFailureSchema, ['tenants', 'browsers']).entries,
  /** The stack of the first report; empty if the browser sent none. */
  stack: v.array(frameSchema),
  /** The tenants and the browsers of the people, those with most first. */
  tenants: shareSchema,
  browsers: shareSchema,
  /** The same cause in other versions of the module, the last one first. */
  others: v.array(
    v.object({ id: v.string(), version: v.nullable(moduleVersionSchema), people: wholeSchema, last_at: timeSchema }),
  ),
});

/** A failure with its stack. */
export type Failure = v.InferOutput<typeof failureSchema>;
