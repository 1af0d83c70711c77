import { type PortalApi, readPage, receiveReports } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { DocumentTraces } from '../module-host/document-traces';
import { HostedApplication, type HostedApplicationOptions } from '../module-host/hosted-application';
import { createPortalApi } from '../module-host/portal-api';
import { startTestLoader, type TestLoader } from './test-loader';

export type Unmount = () => Promise<void>;
export type MountFunction = (props: {
  element: HTMLElement;
  portal: PortalApi;
  onCrash: (error: unknown) => void;
}) => Promise<Unmount>;

/** The time limit of loading and mounting, in milliseconds. */
export const timeout = 100;

/** The events of this test, in order. */
export const events: string[] = [];
export const note = (event: string) => void events.push(event);

export let loader: TestLoader;
export let main: HTMLElement;
/** The address of the application. Fresh for each test, because SystemJS keeps what it has loaded. */
export let address: string;
/** Another address, for a name that leads there later. */
export let nextAddress: string;
/** The name in the import map. */
export let name: string;

let count = 0;
let application: HostedApplication;
let log: jest.SpyInstance;

beforeAll(async () => {
  loader = await startTestLoader({});
  receiveReports(({ kind }) => note(`report ${kind}`));
});
afterAll(() => loader.close());
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation();
  count += 1;
  name = `@module/test-${count}`;
  address = `https://cdn.test/test-${count}.js`;
  nextAddress = `https://cdn.test/test-${count}-2.js`;
  System.addImportMap({ imports: { [name]: address } });
  loader.files.clear();
  loader.fetched.length = 0;
  events.length = 0;
  main = document.createElement('main');
  document.body.replaceChildren(main);
});
afterEach(async () => {
  await application.lifecycles.unmount();
  log.mockRestore();
});

/**
 * Creates the application; its file is fetched at each load, and `mount` is what it exports by then.
 * @param limit the time limit of loading and mounting, in milliseconds
 */
export function createApplication(
  mount: () => unknown,
  options: Partial<HostedApplicationOptions> = {},
  limit = timeout,
): void {
  Object.assign(readPage().configuration, { moduleTimeout: limit });
  if (!loader.files.has(address)) loader.files.set(address, async () => ({ file: 'smsa' }));
  application = new HostedApplication({
    name,
    container: main,
    props: { key: 'smsa', basePath: '/smsa' },
    findMount: async () => {
      const found = mount();
      if (!isMount(found)) return undefined;
      return async ({ portal, ...props }) => {
        if (!portal) throw new Error('The host gave no portal.');
        return { unmount: await found({ ...props, portal }) };
      };
    },
    loadSupport: async () => ({
      documentTraces: new DocumentTraces(),
      createPortalApi,
      watchMount: () => () => note('release'),
    }),
    showFailure: (place, { kind }, onRetry) => {
      place.textContent = `panel: ${kind}`;
      place.onclick = ({ altKey }) => onRetry(altKey);
      return async () => note('hide panel');
    },
    ...options,
  });
}

function isMount(value: unknown): value is MountFunction {
  return typeof value === 'function';
}

export const enter = () => application.lifecycles.mount();
export const leave = () => application.lifecycles.unmount();
export const seeText = (text: string) => waitFor(() => expect(main).toHaveTextContent(new RegExp(`^${text}$`)));
export const isLoading = () => main.querySelector('.portico-loader') !== null;
/** Longer than all time limits of loading and mounting. */
export const waitPastTimeouts = () => new Promise((resolve) => setTimeout(resolve, 3 * timeout));

/** A mount that shows a text, and notes its start and its end. */
export const showing =
  (text: string): MountFunction =>
  async ({ element }) => {
    note(`mount ${text}`);
    element.append(text);
    return async () => note(`unmount ${text}`);
  };

export const never = () => new Promise<never>(() => {});

/** A promise to settle later. */
export function createGate<Value = void>() {
  let open: (value: Value) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const opened = new Promise<Value>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, fail };
}
