import { readFileSync } from 'node:fs';
import path from 'node:path';
import { declarationsSchema, getModuleKey } from '@portico/contract';
import * as v from 'valibot';

const manifestSchema = v.object({ portico: declarationsSchema });

/** Returns the entries of the example modules in the source import map, with what their package.json files declare. */
export function readExampleEntries(root: string, imports: Readonly<Record<string, string>>) {
  const examples = Object.entries(imports).filter(([name, address]) =>
    address.startsWith(`http://localhost:9100/${getModuleKey(name)}/`),
  );
  return Object.fromEntries(
    examples.map(([name, address]) => {
      const file = path.join(root, 'packages/examples', getModuleKey(name), 'package.json');
      return [address, { declarations: v.parse(manifestSchema, JSON.parse(readFileSync(file, 'utf8'))).portico }];
    }),
  );
}
