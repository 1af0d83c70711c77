import { localeAtom } from '../settings/settings';
import { useAtomValue } from '../store';
import { testPortal } from '../testing';
import { createParcel, type ParcelProps } from './create-parcel';

const portal = testPortal();
let element: HTMLElement;

beforeAll(() => {
  // Inside `act`, React would render only after the mount that waits for it.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
});
beforeEach(async () => {
  await portal.reset();
  element = addElement();
});
afterEach(() => document.body.replaceChildren());

const addElement = () => document.body.appendChild(document.createElement('div'));

function createProps(screen: string, element: HTMLElement) {
  return { element, screen, onCrash: jest.fn() };
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
  const props = createProps('home', element);
  for (let time = 1; time <= 2; time += 1) {
    await mount(props);
    expect(element).toHaveTextContent('home in pt');
    await unmount(props);
    expect(element).toBeEmptyDOMElement();
  }
});

it('mounts nothing into an element that has left the document', async () => {
  const { mount, unmount } = createParcel(Greeting);
  const props = createProps('home', element);
  element.remove();
  await mount(props);
  expect(element).toBeEmptyDOMElement();
  await unmount(props);
});

it('hydrates server-rendered content, before the end of the same task', async () => {
  const { mount, unmount } = createParcel(Greeting);
  element.innerHTML = '<p>home<!-- --> in <!-- -->pt</p>';
  const paragraph = element.firstChild;
  const props = createProps('home', element);
  await mount(props);
  expect(element.firstChild).toBe(paragraph);
  expect(element).toHaveTextContent('home in pt');
  await unmount(props);
  expect(element).toBeEmptyDOMElement();
});

it('keeps two elements apart', async () => {
  const { mount, unmount } = createParcel(Greeting);
  const home = createProps('home', element);
  const other = createProps('not-found', addElement());
  await mount(home);
  await mount(other);
  await unmount(home);
  expect(element).toBeEmptyDOMElement();
  expect(other.element).toHaveTextContent('not-found in pt');
  await unmount(other);
});

it('reports a crash, and can still be unmounted', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const crash = new Error('crash');
  const { mount, unmount } = createParcel(() => {
    throw crash;
  });
  const props = createProps('home', element);
  await mount(props);
  expect(props.onCrash).toHaveBeenCalledWith(crash);
  await unmount(props);
  expect(element).toBeEmptyDOMElement();
  log.mockRestore();
});
