import { type AbsoluteMap, diffImportMaps } from './import-map-diff';

describe('the difference of two maps', () => {
  const [one, two] = ['https://cdn.test/smsa/1.js', 'https://cdn.test/smsa/2.js'];
  const own: AbsoluteMap = {
    imports: { react: 'https://portal.test/react.1.js', '@module/smsa': one },
    integrity: { [one]: 'sha384-1' },
    rollouts: {},
  };
  const diff = (live: Partial<AbsoluteMap>, isSettled = false) =>
    diffImportMaps(own, { ...own, ...live }, () => isSettled);

  test('the same map adds nothing', () => {
    expect(diff({})).toEqual({ imports: {}, integrity: {}, rollouts: {} });
  });

  test('a module that moved or is new is adopted with the integrity of its files', () => {
    const imports = { ...own.imports, '@module/smsa': two, '@module/new': 'https://cdn.test/new.js' };
    expect(diff({ imports, integrity: { [two]: 'sha384-2' } })).toEqual({
      imports: { '@module/smsa': two, '@module/new': 'https://cdn.test/new.js' },
      integrity: { [two]: 'sha384-2' },
      rollouts: {},
    });
  });

  test('a module that has loaded keeps its address; the shell always does', () => {
    const imports = { react: 'https://portal.test/react.2.js', '@module/smsa': two };
    expect(diff({ imports }, true).imports).toEqual({});
    expect(diff({ imports }).imports).toEqual({ '@module/smsa': two });
  });

  test('another build at the same address is checked by its own hash, unless the first one is loaded', () => {
    expect(diff({ integrity: { [one]: 'sha384-2' } }).integrity).toEqual({ [one]: 'sha384-2' });
    expect(diff({ integrity: {} }).integrity).toEqual({ [one]: '' });
    expect(diff({ integrity: { [one]: 'sha384-2' } }, true).integrity).toEqual({});
  });

  test('a package that the tab lacks is adopted; one that it has keeps its version', () => {
    const [first, second] = ['https://cdn.test/styleguide/1.js', 'https://cdn.test/styleguide/2.js'];
    const withPackage = (address: string) => ({ imports: { ...own.imports, '@acme/styleguide': address } });
    expect(diff(withPackage(first)).imports).toEqual({ '@acme/styleguide': first });
    const tab = { ...own, ...withPackage(first) };
    expect(diffImportMaps(tab, { ...own, ...withPackage(second) }, () => false).imports).toEqual({});
  });

  test('a name that the live map lacks stays', () => {
    expect(diff({ imports: {} }).imports).toEqual({});
  });

  describe('rollouts', () => {
    const rollout = { version: '2', fallback: one };
    const inRollout = { imports: { ...own.imports, '@module/smsa': two }, rollouts: { '@module/smsa': rollout } };

    test('the rollout of a module is adopted with its address, and ends with it', () => {
      expect(diff(inRollout).rollouts).toEqual(inRollout.rollouts);
      expect(diff(inRollout, true).rollouts).toEqual({});
      expect(diffImportMaps({ ...own, ...inRollout }, own, () => false).rollouts).toEqual({});
    });

    test('the rollout of a module that keeps its address stays, and follows the live map if both have the same address', () => {
      const tab = { ...own, ...inRollout };
      expect(diffImportMaps(tab, own, () => true).rollouts).toEqual(inRollout.rollouts);
      expect(diffImportMaps(tab, { ...tab, rollouts: {} }, () => true).rollouts).toEqual({});
      expect(diffImportMaps({ ...tab, rollouts: {} }, tab, () => true).rollouts).toEqual(inRollout.rollouts);
    });
  });
});
