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

test('a sheet that refers to another file fails the build', () => {
  expect(() => build('.a { background: url("picture.png"); }')).toThrow('url()');
  expect(() => build('@import "other.css";')).toThrow('@import');
});
