import { fireEvent, render, waitFor } from '@testing-library/react';
import { AppLogo, AppLogoMini, TenantLogo } from './app-logo';
import { Avatar } from './avatar';

function findImage(container: HTMLElement): HTMLImageElement {
  const image = container.querySelector('img');
  if (!image) throw new Error('There is no image.');
  return image;
}

it('shows the first letter of the e-mail in upper case while there is no photo', () => {
  const { container } = render(<Avatar email="éva@portico.test" />);
  expect(container).toHaveTextContent(/^É$/);
});

it('shows the first visible character of a name as its mark', () => {
  const { container } = render(<TenantLogo name={'\u202e🇧🇷 Brasil'} />);
  expect(container).toHaveTextContent(/^🇧🇷$/);
});

it('shows the letter when the photo does not load, and a new photo again', () => {
  const { container, rerender } = render(<Avatar email="ana@portico.test" photo="/one.png" size={40} />);
  fireEvent.error(findImage(container));
  expect(container).toHaveTextContent(/^A$/);
  rerender(<Avatar email="ana@portico.test" photo="/two.png" size={40} />);
  expect(findImage(container)).toHaveAttribute('src', '/two.png');
});

it('shows an object URL in one place although it failed in another', () => {
  const first = render(<Avatar email="ana@portico.test" photo="blob:http://localhost/1" />);
  fireEvent.error(findImage(first.container));
  expect(first.container).toHaveTextContent(/^A$/);
  first.rerender(<Avatar email="ana@portico.test" photo="blob:http://localhost/1" size={40} />);
  expect(first.container).toHaveTextContent(/^A$/);
  const second = render(<Avatar email="ana@portico.test" photo="blob:http://localhost/1" />);
  expect(findImage(second.container)).toHaveAttribute('src', 'blob:http://localhost/1');
});

it('loads the logo of the module with its name as alternative text, or the small one', () => {
  const { container, rerender } = render(<AppLogo module="smsa" name="SMSA" />);
  expect(findImage(container)).toHaveAttribute('src', '/media/apps/smsa/logo.png');
  expect(findImage(container)).toHaveAttribute('alt', 'SMSA');
  expect(container.querySelector('source')).toHaveAttribute('srcset', '/media/apps/smsa/logo_mini.png');
  rerender(<AppLogoMini module="smsa" name="SMSA" />);
  expect(findImage(container)).toHaveAttribute('src', '/media/apps/smsa/logo_mini.png');
  expect(findImage(container)).toHaveAttribute('alt', '');
});

it('requests no file where there is no logo', () => {
  const { container } = render(
    <>
      <AppLogo module="plain" name="Plain" logo={false} />
      <AppLogoMini module="plain" name="Plain" logo={false} />
    </>,
  );
  expect(container).toHaveTextContent(/^PPlainP$/);
  expect(container.querySelector('img, source')).toBeNull();
});

it('draws a mark in the same colour everywhere when there is no logo, and requests the logo once', () => {
  const { container } = render(<AppLogoMini module="hrstudium" name="hr studium" />);
  fireEvent.error(findImage(container));
  expect(container).toHaveTextContent(/^H$/);
  const second = render(<AppLogoMini module="hrstudium" name="hr studium" size={44} />);
  expect(second.container.querySelector('img')).toBeNull();
  expect(second.container.firstElementChild).toHaveAttribute(
    'data-color',
    container.firstElementChild?.getAttribute('data-color') ?? 'a colour',
  );
});

it('shows the name beside the mark when the logo does not load', () => {
  const { container } = render(<AppLogo module="nobody" name="Nobody" />);
  fireEvent.error(findImage(container));
  expect(container).toHaveTextContent(/^NNobody$/);
});

it('shows the mark of a tenant without a logo in its accent', () => {
  const { container } = render(<TenantLogo name="Acme" />);
  expect(container).toHaveTextContent(/^A$/);
  expect(container.firstElementChild).not.toHaveAttribute('data-color');
});

it('falls back although the server-rendered image failed before hydration', async () => {
  const logo = <TenantLogo name="Acme" logo="/gone.png" />;
  const container = document.createElement('div');
  container.innerHTML = '<img class="portico-ui-logo portico-ui-mark-28" src="/gone.png" alt="" draggable="false">';
  const image = findImage(container);
  Object.defineProperties(image, {
    complete: { value: true },
    src: { set: () => queueMicrotask(() => fireEvent.error(image)) },
  });
  render(logo, { container: document.body.appendChild(container), hydrate: true });
  await waitFor(() => expect(container).toHaveTextContent(/^A$/));
});
