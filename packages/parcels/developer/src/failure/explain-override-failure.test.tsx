import { setLocale } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { storeOverride } from '../overrides/stored-overrides';
import { explainOverrideFailure } from './explain-override-failure';

const origin = 'http://localhost:9200';
const deployed = 'http://localhost/orders/1/remoteEntry.js';
const overrides = { '@module/orders': `${origin}/orders.js`, '@module/new': `${origin}/new.js` };

const portal = testPortal({ overrides: [origin] });

beforeAll(() => {
  document.querySelectorAll('script[type="systemjs-importmap"]').forEach((map) => {
    map.textContent = JSON.stringify({ imports: { '@module/orders': deployed } });
  });
  // As import-map-overrides writes it into the page of a developer.
  const running = Object.assign(document.createElement('script'), { id: 'import-map-overrides', type: 'overrides' });
  running.textContent = JSON.stringify({ imports: overrides });
  document.head.append(running);
});
beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
});

const useDeployed = () => screen.queryByRole('button', { name: 'Use the deployed version' });

async function explain(name: string, kind: 'load-error' | 'mount-error', retry = () => {}): Promise<void> {
  const explained = await explainOverrideFailure({ name, kind, retry });
  render(
    <>
      {explained?.note}
      {explained?.action}
    </>,
  );
}

it('names the address of an override that did not load, with the usual causes', async () => {
  await explain('@module/orders', 'load-error');
  expect(screen.getByText(`${origin}/orders.js`)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

it('names no such causes for one that loaded and then failed', async () => {
  await explain('@module/orders', 'mount-error');
  expect(screen.getByText(`${origin}/orders.js`)).toBeVisible();
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
});

it('offers no deployed version where there is none', async () => {
  await explain('@module/new', 'load-error');
  expect(screen.getByText(`${origin}/new.js`)).toBeVisible();
  expect(useDeployed()).not.toBeInTheDocument();
});

it('explains nothing for a name that is not overridden', async () => {
  expect(await explainOverrideFailure({ name: '@module/smsa', kind: 'load-error', retry: () => {} })).toBeUndefined();
});

// Keep this test last: it ends the override of this page.
it('loads the deployed version immediately, and keeps the other overrides', async () => {
  for (const [name, address] of Object.entries(overrides)) storeOverride(name, address);
  window.importMapOverrides = {
    getOverrideMap: () => ({ imports: {} }),
    addOverride: () => ({ imports: {} }),
    removeOverride: (name) => {
      localStorage.removeItem(`import-map-override:${name}`);
      return true;
    },
    enableOverride: () => true,
    addExternalOverride: () => true,
    getUrlFromPort: () => '',
  };
  const retry = jest.fn();
  await explain('@module/orders', 'load-error', retry);
  const button = useDeployed();
  if (button) await userEvent.click(button);
  expect(retry).toHaveBeenCalledTimes(1);
  expect(System.resolve('@module/orders')).toBe(deployed);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('import-map'))).toEqual([
    'import-map-override:@module/new',
  ]);
  expect(await explainOverrideFailure({ name: '@module/orders', kind: 'load-error', retry })).toBeUndefined();
});
