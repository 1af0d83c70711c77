import { type ParseError, parseTree, stripComments } from 'jsonc-parser';
import * as v from 'valibot';
import { withoutByteOrderMark } from './byte-order-mark';

/** The text of a JSON file that people edit: it may begin with a byte order mark, and an error names line and column. */
export const jsonFileSchema = createJsonFileSchema((text) => text);

/** As `jsonFileSchema`, for files with comments, such as the import maps of other tools. */
export const commentedJsonFileSchema = createJsonFileSchema((text) => stripComments(text, ' '));

function createJsonFileSchema(prepare: (text: string) => string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, unknown>(({ addIssue, dataset, NEVER }) => {
      const text = prepare(withoutByteOrderMark(dataset.value));
      try {
        return JSON.parse(text);
      } catch {
        addIssue({ message: `It is not valid JSON: ${locateError(text)}.` });
        return NEVER;
      }
    }),
  );
}

/** The messages of JSON.parse lack the place of many errors. */
function locateError(text: string): string {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const lines = text.slice(0, errors[0]?.offset).split(/\r\n|[\r\n]/);
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
