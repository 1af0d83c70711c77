import { localeAtom } from '../settings/settings';
import { startTestPortal, type TestPortal } from '../testing';
import { useAtomValue } from '../use-atom-value';
import { createParcel, type ParcelProps } from './create-parcel';

let portal: TestPortal;
let domElement: HTMLElement;

beforeAll(async () => {
  // Inside `act`, React would render only after the mount that waits for it.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  portal = await startTestPortal();
});
beforeEach(async () => {
  await portal.reset();
  domElement = document.createElement('div');
});
afterAll(() => portal.close());

/** The props of single-spa, and those of the shell. */
function createProps(screen: string, domElement: HTMLElement) {
  const mountParcel = () => {
    throw new Error('Only the root config mounts parcels.');
  };
  return { name: screen, singleSpa: {}, mountParcel, domElement, screen, onCrash: jest.fn() };
}

function Greeting({ screen }: ParcelProps) {
  return (
    <p>
      {screen} in {useAtomValue(localeAtom)}
    </p>
  );
}

it('mounts on the store of the page, unmounts, and mounts again', async () => {
  const { mount, unmount } = createParcel(Greeting);
  const props = createProps('home', domElement);
  for (let time = 1; time <= 2; time += 1) {
    await mount(props);
    expect(domElement).toHaveTextContent('home in pt');
    await unmount(props);
    expect(domElement).toBeEmptyDOMElement();
  }
});

it('takes over what the build has rendered, the elements included', async () => {
  const { mount, unmount } = createParcel(Greeting);
  domElement.innerHTML = '<p>home<!-- --> in <!-- -->pt</p>';
  const paragraph = domElement.firstChild;
  const props = createProps('home', domElement);
  await mount(props);
  expect(domElement.firstChild).toBe(paragraph);
  await unmount(props);
  expect(domElement).toBeEmptyDOMElement();
});

it('keeps two elements apart', async () => {
  const { mount, unmount } = createParcel(Greeting);
  const home = createProps('home', domElement);
  const other = createProps('not-found', document.createElement('div'));
  await mount(home);
  await mount(other);
  await unmount(home);
  expect(domElement).toBeEmptyDOMElement();
  expect(other.domElement).toHaveTextContent('not-found in pt');
  await unmount(other);
});

it('reports a crash, and can still be unmounted', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const crash = new Error('crash');
  const { mount, unmount } = createParcel(() => {
    throw crash;
  });
  const props = createProps('home', domElement);
  await mount(props);
  expect(props.onCrash).toHaveBeenCalledWith(crash);
  await unmount(props);
  expect(domElement).toBeEmptyDOMElement();
  log.mockRestore();
});
