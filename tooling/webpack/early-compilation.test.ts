import { findHints } from './early-compilation';

function wrap(script: string, isFirst = false): string {
  return findHints(script, isFirst).reduceRight(
    (text, [at, part]) => text.slice(0, at) + part + text.slice(at),
    script,
  );
}

test('what a System module runs first is in parentheses', () => {
  const module = 'System.register(["react"],function(e,t){return{setters:[function(e){}],execute:function(){e(1)}}});';
  expect(wrap(`/*! licence */\n${module}\n//# sourceMappingURL=a.js.map`)).toBe(
    '/*! licence */\nSystem.register(["react"],(function(e,t){return{setters:[function(e){}],execute:(function(){e(1)})}}));\n//# sourceMappingURL=a.js.map',
  );
  expect(wrap('System.register([],function(e,t){return{execute:function(){let n;e(n)}}})')).toBe(
    'System.register([],(function(e,t){return{execute:(function(){let n;e(n)})}}))',
  );
});

test('so are the CommonJS modules in it', () => {
  expect(
    wrap(
      'System.register([],function(e,t){return{execute:function(){var t=n.cw((e,t)=>{t.a=1}),l=n.cw(e=>{e.b=t()}),d=n.cw(e=>{});d()}}})',
    ),
  ).toBe(
    'System.register([],(function(e,t){return{execute:(function(){var t=n.cw(((e,t)=>{t.a=1})),l=n.cw((e=>{e.b=t()})),d=n.cw(e=>{});d()})}}))',
  );
});

test('a file of the first screen asks for all its functions, before its licence', () => {
  expect(wrap('/*! licence */\nSystem.register([],function(e,t){return{execute:function(){e(1)}}})', true)).toMatch(
    /^\/\/# allFunctionsCalledOnLoad\n\/\*! licence \*\/\nSystem.register\(/,
  );
});

test('a chunk stays as it is, and a module that webpack writes in another way fails the build', () => {
  expect(findHints('(self.chunks=self.chunks||[]).push([[1],{}]);', true)).toEqual([]);
  expect(() => findHints('System.register([],(e)=>({execute(){}}));', true)).toThrow('no System module');
});
