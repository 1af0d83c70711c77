import { toastTexts } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { evaluatedModules } from '../module-host/module-import';
import { getActiveImports } from '../reports/attribute';
import {
  countReloads,
  deploy,
  failing,
  getAddress,
  getContent,
  getKinds,
  getName,
  getOutcomes,
  getStoredState,
  loader,
  open,
  panels,
  showing,
  startRollouts,
  storeFailure,
} from '../testing/test-rollouts';
import { liveImportMap } from './live-import-map';

startRollouts(['falls', 'guest', 'both', 'broken', 'kept', 'renamed', 'garbled']);

describe('after the reload', () => {
  test('the version before runs, the user and the server are told, and the failed version is not offered', async () => {
    storeFailure('falls');
    deploy('falls', 1, showing('the first'));
    deploy('falls', 2, showing('the second'));
    open('falls');
    await waitFor(() => expect(getContent()).toBe('the first'));
    expect(loader.fetched).toEqual([getAddress('falls', 1)]);
    await waitFor(() => expect(getOutcomes()).toHaveLength(1));
    const outcome = { module: 'falls', version: '2.0.0', outcome: 'failed', detail: 'mount-error: no mount' };
    expect(getOutcomes()[0]?.body).toEqual(outcome);
    await waitFor(() =>
      expect(toastTexts()).toEqual(['warning: A nova versão de Fila de exames falhou; a anterior está em uso.']),
    );
    expect([getStoredState('falls'), getKinds()]).toEqual(['fell-back', []]);

    await liveImportMap.refresh();
    expect(liveImportMap.findNewRelease(getName('falls'))).toBeUndefined();
    const deployed = loader.live.map;
    loader.live.map = { imports: { [getName('falls')]: getAddress('falls', 3) }, rollouts: {} };
    await liveImportMap.refresh();
    expect(liveImportMap.findNewRelease(getName('falls'))).toBe(getAddress('falls', 3));
    loader.live.map = deployed;
    await liveImportMap.refresh();
  });

  test('nothing is reported to the server without a session', async () => {
    await loader.portal.reset();
    storeFailure('guest');
    deploy('guest', 1, showing('the first'));
    open('guest');
    await waitFor(() =>
      expect(toastTexts()).toEqual(['warning: A nova versão de guest falhou; a anterior está em uso.']),
    );
    expect(getOutcomes()).toEqual([]);
  });

  test('if the version before does not load either, the panel of the first failure shows, and no outcome is reported', async () => {
    storeFailure('both');
    deploy('both', 2, showing('the second'));
    open('both');
    await waitFor(() => expect(panels).toEqual(['mount-error: no mount']));
    expect([getKinds(), getStoredState('both')]).toEqual([['load-error'], 'no-fallback']);
    expect([getOutcomes(), toastTexts(), countReloads()]).toEqual([[], [], 0]);
    // A retry starts with the new version again.
    expect(getActiveImports()[getName('both')]).toBe(getAddress('both', 2));
    document.querySelector<HTMLElement>('.portico-place')?.click();
    await waitFor(() => expect(getContent()).toBe('the second'));
  });

  test('a version before that does not mount keeps its address, because the page has evaluated its build', async () => {
    storeFailure('broken');
    deploy('broken', 1, failing);
    open('broken');
    await waitFor(() => expect(panels).toEqual(['mount-error: no mount']));
    expect(getStoredState('broken')).toBe('no-fallback');
    expect(getActiveImports()[getName('broken')]).toBe(getAddress('broken', 1));
    expect(evaluatedModules.get(getName('broken'))).toBe(getAddress('broken', 1));
  });

  test('the user and the server are not told again', async () => {
    storeFailure('kept', { state: 'fell-back' });
    deploy('kept', 1, showing('the first'));
    deploy('kept', 2, showing('the second'));
    open('kept');
    await waitFor(() => expect(getContent()).toBe('the first'));
    expect(loader.fetched).toEqual([getAddress('kept', 1)]);
    expect([getKinds(), getOutcomes(), toastTexts()]).toEqual([[], [], []]);
  });

  test.each([
    ['renamed', 'an address that was deployed again under another version', { version: '1.9.0' }],
    ['garbled', 'a version whose mark cannot be read', { state: 'unknown' }],
  ])('%s: %s is used', async (module, _, changes) => {
    storeFailure(module, changes);
    deploy(module, 2, showing('the second'));
    open(module);
    await waitFor(() => expect(getContent()).toBe('the second'));
  });
});
