import { waitFor } from '@testing-library/dom';
import { type ReactNode, useState } from 'react';
import { createPortalDouble } from '../testing/portal-double';
import { findMountable } from './find-mountable';
import type { MountProps } from './mountable';

function createProps(onCrash = (_error: unknown) => {}): MountProps {
  const { portal } = createPortalDouble({}, () => {});
  return { key: 'smsa', basePath: '/smsa', element: document.createElement('div'), portal, onCrash };
}

async function mountWith(exports: unknown, props: MountProps): Promise<() => Promise<void>> {
  const mount = findMountable(exports);
  if (!mount) throw new Error('nothing to mount');
  return (await mount(props)).unmount;
}

function Place({ basePath }: MountProps): ReactNode {
  const [text] = useState(`at ${basePath}`);
  return text;
}

function Broken(): ReactNode {
  throw new Error('broken');
}

test('lifecycles are called in order, bootstrap once, each a function or several', async () => {
  const calls: string[] = [];
  const call = (name: string) => async () => void calls.push(name);
  const mount = findMountable({
    bootstrap: call('bootstrap'),
    mount: [call('mount 1'), call('mount 2')],
    unmount: call('unmount'),
  });
  for (let visit = 0; visit < 2; visit += 1) await (await mount?.(createProps()))?.unmount();
  expect(calls).toEqual(['bootstrap', 'mount 1', 'mount 2', 'unmount', 'mount 1', 'mount 2', 'unmount']);
});

test('a bootstrap that rejects fails the mount, and the next visit repeats it', async () => {
  let attempts = 0;
  const mount = findMountable({
    bootstrap: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('thrown in bootstrap');
    },
    mount: async () => {},
    unmount: async () => {},
  });
  await expect(mount?.(createProps())).rejects.toThrow('thrown in bootstrap');
  await mount?.(createProps());
  expect(attempts).toBe(2);
});

test('lifecycles get name and element as from single-spa', async () => {
  const props = createProps();
  const received: unknown[] = [];
  await findMountable({ mount: async (given: unknown) => void received.push(given), unmount: async () => {} })?.(props);
  expect(received).toMatchObject([{ name: 'smsa', domElement: props.element, key: 'smsa', basePath: '/smsa' }]);
});

test('a failed mount is unmounted', async () => {
  const calls: string[] = [];
  const mount = findMountable({
    mount: async () => Promise.reject(new Error('half-way')),
    unmount: async () => void calls.push('unmount'),
  });
  await expect(mount?.(createProps())).rejects.toThrow('half-way');
  expect(calls).toEqual(['unmount']);
});

test('a mount function gets the element and returns the unmount function', async () => {
  const props = createProps();
  const unmount = await mountWith(
    {
      mount: (element: HTMLElement) => {
        element.textContent = 'mounted';
        return () => {
          element.textContent = '';
        };
      },
    },
    props,
  );
  expect(props.element).toHaveTextContent('mounted');
  await unmount();
  expect(props.element).toBeEmptyDOMElement();
});

test('a mount function that returns no function is reported', async () => {
  const { portal, calls } = createPortalDouble({}, () => {});
  await mountWith({ mount: async () => ({ unmount() {} }) }, { ...createProps(), portal });
  expect(calls.report).toEqual([expect.any(TypeError)]);
});

test('a component renders with the props of a module', async () => {
  const props = createProps();
  const unmount = await mountWith({ default: Place }, props);
  expect(props.element).toHaveTextContent('at /smsa');
  await unmount();
  await waitFor(() => expect(props.element).toBeEmptyDOMElement());
});

test('a component that throws while mounting fails the mount', async () => {
  const silence = jest.spyOn(console, 'error').mockImplementation(() => {});
  await expect(mountWith({ default: Broken }, createProps())).rejects.toThrow('broken');
  silence.mockRestore();
});

test.each([[undefined], [{}], [{ default: 42 }], [{ mount: 'no function' }], [{ default: [] }]])(
  '%j cannot be mounted',
  (exports) => {
    expect(findMountable(exports)).toBeUndefined();
  },
);
