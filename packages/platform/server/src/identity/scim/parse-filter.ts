import { and, or, type SQL, sql } from 'drizzle-orm';
import { type Compare, type Filter, parse } from 'scim2-parse-filter';
import { isStorable } from '../../http/parse';
import { ScimError } from './scim-error';

export type FilterValue = Compare['compValue'];

/** The conditions of `eq`, by attribute in lower case. */
export type FilterAttributes = Readonly<Record<string, (value: FilterValue) => SQL | undefined>>;

const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/**
 * Turns a filter (RFC 7644, section 3.4.2.2) into a condition. It supports `eq`, `and`, `or`, parentheses and value paths
 * such as `emails[type eq "work"].value`. Values become parameters of the query.
 * @throws ScimError 400 invalidFilter for everything else
 */
export function parseFilter(text: string, attributes: FilterAttributes): SQL {
  return toCondition(parseFilterText(text), attributes) ?? sql`true`;
}

/** @throws ScimError 400 invalidFilter */
export function parseFilterText(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw new ScimError(400, 'The filter cannot be read.', 'invalidFilter');
  }
}

/** @param prefix the attribute before the brackets, and a dot */
function toCondition(filter: Filter, attributes: FilterAttributes, prefix = ''): SQL | undefined {
  switch (filter.op) {
    case 'and':
      return and(...filter.filters.map((one) => toCondition(one, attributes, prefix)));
    case 'or':
      return or(...filter.filters.map((one) => toCondition(one, attributes, prefix)));
    case '[]':
      return toCondition(filter.valFilter, attributes, `${prefix}${filter.attrPath}.`);
    case 'eq':
      return findComparison(prefix + filter.attrPath, attributes)(filter.compValue);
    default:
      throw new ScimError(400, 'Filters support eq, and, or.', 'invalidFilter');
  }
}

function findComparison(path: string, attributes: FilterAttributes): (value: FilterValue) => SQL | undefined {
  const name = path.toLowerCase().replace(corePrefix, '');
  const compare = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (compare === undefined) {
    throw new ScimError(400, `Filters support ${Object.keys(attributes).join(', ')}.`, 'invalidFilter');
  }
  return (value) => (typeof value === 'string' && !isStorable(value) ? sql`false` : compare(value));
}
