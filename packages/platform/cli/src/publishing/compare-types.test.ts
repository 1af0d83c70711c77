import path from 'node:path';
import { compareTypes, findCompiler } from './compare-types';

const folder = path.resolve(__dirname, '../../../../..');
const compiler = findCompiler(folder) ?? 'no compiler';
const compare = (former: string, next: string) => compareTypes(compiler, folder, former, next);

const former = `
  export interface Order { readonly id: string; total: number }
  export type Listener = (order: Order) => void;
  export declare function open(id: string): Promise<Order>;
  export declare function subscribe(listener: Listener): () => void;
  export type Page<Item> = { readonly items: readonly Item[] };
`;

test('unchanged and additional types break nothing', async () => {
  const more = former
    .replace('total: number', 'total: number; note?: string')
    .replace('id: string)', 'id: string, tab?: number)');
  for (const next of [former, `${more} export declare const version: string;`])
    expect(await compare(former, next)).toEqual([]);
});

test.each([
  ['a value that is gone', ['export declare function open', 'declare function reopen'], /'open' is missing/],
  ['a property that is gone', ['total: number', ''], /'total' is missing in type 'next\.Order'/],
  ['a property of another type', ['total: number', 'total: string'], /'string' is not assignable to type 'number'/],
  [
    'a parameter that is needed now',
    ['id: string)', 'id: string, tab: number)'],
    /^open: Type '\(id: string, tab.*too few/,
  ],
  ['a type that is gone', ['export interface Order', 'interface Purchase'], /no exported member( named)? 'Order'/],
  ['a generic type that is gone', ['export type Page<', 'export type Pages<'], /no exported member( named)? 'Page'/],
  ['what does not parse', ['export interface', 'export interfaze {'], /./],
])('%s breaks consumers', async (_name, [part = '', other = ''], finding) => {
  expect(await compare(former, former.replace(part, other))).toContainEqual(expect.stringMatching(finding));
});

test('types exported by name are compared, too', async () => {
  const named = 'interface Order { id: string } export type { Order }; export {};';
  expect(await compare(named, named)).toEqual([]);
  expect(await compare(named, named.replace('string', 'number'))).toHaveLength(1);
});
