import styleSheet from './style-sheet';

const build = (source: string) => styleSheet.call({ resourcePath: 'a.css' }, source);

test('exports a minified, constructed style sheet', () => {
  const code = build('.a {\n  content: "\\"";\n}\n');
  expect(code).toContain('export default sheet');
  const css: string[] = [];
  const replaceSync = (text: string) => void css.push(text);
  new Function('CSSStyleSheet', code.replace('export default', 'return'))(function Sheet() {
    return { replaceSync };
  });
  expect(css).toEqual([`.a{content:"\\""}`]);
});

test('lengths, also in tokens, sums and queries, follow the font size of the browser, except hairlines', () => {
  const css = (source: string) => /replaceSync\("(.*)"\)/.exec(build(source))?.[1];
  expect(css('.a { --bar: 56px; font: 14px / 1.5 system-ui; padding: 0 12px; border: 1px solid red }')).toBe(
    '.a{--bar:3.5rem;border:1px solid red;padding:0 .75rem;font:.875rem/1.5 system-ui}',
  );
  expect(css('.a { width: min(320px, calc(100vw - 24px)); margin: -8px }')).toBe(
    '.a{width:min(20rem,100vw - 1.5rem);margin:-.5rem}',
  );
  expect(css('@media (max-width: 520px) { .a { top: calc(var(--bar) - 1px) } }')).toBe(
    '@media (width<=32.5rem){.a{top:calc(var(--bar) - 1px)}}',
  );
});

test('a sheet that refers to another file fails the build', () => {
  expect(() => build('.a { background: url("picture.png"); }')).toThrow('url()');
  expect(() => build('@import "other.css";')).toThrow('@import');
});
