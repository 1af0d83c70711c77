import * as v from 'valibot';
import { parse } from './parse';

test('the first wrong item of a list ends the parsing, and is named', () => {
  let parsed = 0;
  const schema = v.object({
    files: v.array(
      v.pipe(
        v.unknown(),
        v.check(() => ++parsed < 2),
      ),
    ),
  });
  expect(() => parse(schema, { files: [1, 2, 3, 4] })).toThrow(
    expect.objectContaining({ code: 'invalid-request', values: { field: ': files.1' } }),
  );
  expect(parsed).toBe(2);
});
