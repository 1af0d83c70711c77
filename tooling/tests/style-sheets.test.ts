import { readdirSync, readFileSync } from 'node:fs';

const folders = ['root-config/src', 'packages/core', 'packages/parcels'];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.css') && !file.includes('node_modules')),
);

/** Declarations that do not mirror in languages read from right to left. */
function findPhysicalSides(sheet: string): string[] {
  const declarations = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g);
  return [...declarations]
    .filter(([, name = '', value = '']) => hasPhysicalSide(name, value.trim()))
    .map(([declaration]) => declaration);
}

function hasPhysicalSide(name: string, value: string): boolean {
  if (/^(?!--)(?:.*-)?(?:left|right)(?:-|$)/.test(name)) return true;
  if (/^(?:text-align|float|clear|justify-.*|background(?:-position)?)$/.test(name) && /\b(?:left|right)\b/.test(value))
    return true;
  if (/\banchor\([^)]*\b(?:left|right)\b/.test(value)) return true;
  if (/^(?:transform|translate)$/.test(name) && /^(?:.*translateX\()?-?[1-9]/.test(value)) return true;
  // Compares right with left.
  const sides = value.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [];
  return (
    /^(?:margin|padding|inset|scroll-.*|border-(?:width|style|color))$/.test(name) &&
    sides[1] !== (sides[3] ?? sides[1])
  );
}

test('the shell mirrors in languages read from right to left', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(
    files.flatMap((file) =>
      findPhysicalSides(readFileSync(file, 'utf8')).map((declaration) => `${file}: ${declaration}`),
    ),
  ).toEqual([]);
});

test('the shell reads and sets no custom property that a module may also use', () => {
  const own = files.filter((file) => !/former-tokens|\/template\//.test(file));
  const properties = own.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![\w-])--(?!portico-)[a-z][\w-]*/g)].map(
      ([name]) => `${file}: ${name}`,
    ),
  );
  expect(properties).toEqual([]);
});

test('each token without a prefix is an alias of the prefixed token', () => {
  const read = (file: string, name: RegExp) =>
    [...readFileSync(`packages/core/ui/src/${file}`, 'utf8').matchAll(name)].map(([, each]) => each);
  const former = read('former-tokens.css', /--([\w-]+): var\(--portico-\1\);/g);
  const tokens = new Set(read('tokens.css', /--portico-([\w-]+):/g));
  // The steps of a calculation.
  for (const step of ['luminance', 'scale']) tokens.delete(step);
  expect(former).toEqual(expect.arrayContaining([...tokens]));
  expect(tokens.size).toBe(former.length);
});

test.each([
  'left: 0;',
  'margin-right: 4px;',
  'border-right-color: red;',
  'border-top-left-radius: 4px;',
  'text-align: left;',
  'padding: 0 12px 0 10px;',
  'inset: calc(1px + 1px) 0 auto auto;',
  'inset-inline-end: anchor(--panel left, 0px);',
  'translate: 16px 0;',
  'transform: translateX(-16px);',
])('%s has a physical side', (declaration) => {
  expect(findPhysicalSides(`a { ${declaration} }`)).toEqual([declaration]);
});

test.each(['inset: 0 auto;', 'padding: 1px 2px 3px;', 'translate: 0 -4px;', 'transition: left 1s;', '--left: 1px;'])(
  '%s has none',
  (declaration) => {
    expect(findPhysicalSides(`a { ${declaration} }`)).toEqual([]);
  },
);

test('every spinner also turns in forced colours, which would close its ring', () => {
  const rules = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      selector: selector.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim(),
      body,
    })),
  );
  const spinners = rules.filter(({ body }) => /animation: portico-(?:ui-turn|spin)\b/.test(body));
  expect(spinners).not.toEqual([]);
  const closed = spinners.filter(
    ({ selector }) => !rules.some((rule) => rule.selector === selector && /forced-color-adjust: none/.test(rule.body)),
  );
  expect(closed).toEqual([]);
});
