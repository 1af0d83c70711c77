import { screen } from '@testing-library/react';
import './first-paint';

it('hides server-rendered pictures that do not load, and no others', () => {
  document.body.innerHTML = '<div data-rendered="signin"><img alt=""></div><main><img alt=""></main>';
  const pictures = [...document.querySelectorAll('img')];
  for (const picture of pictures) picture.dispatchEvent(new Event('error'));
  expect(pictures.map(({ style }) => style.visibility)).toEqual(['hidden', '']);
});

describe('an error before the shell starts', () => {
  const address = 'http://localhost/@portico/core.1.js';
  const fetchFile = jest.spyOn(window, 'fetch');
  const operator = /operador do portal precisa/;

  function failScript(): void {
    const script = Object.assign(document.createElement('script'), { type: 'text/plain', src: address });
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
  }

  function reject(message: string): void {
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error(message) }));
  }

  it('usually passes if a file does not arrive', async () => {
    fetchFile.mockRejectedValue(new TypeError('Failed to fetch'));
    failScript();
    await expect(screen.findByText(/costuma ser passageiro/)).resolves.toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(`${address} did not load.`);
  });

  it('lasts if the import map lacks a name', () => {
    reject(`react, ${address} (SystemJS https://github.com/systemjs/systemjs/blob/main/docs/errors.md#8)`);
    expect(screen.getByText(operator)).toBeVisible();
  });

  it('lasts if the file is not on the server, whatever is reported after that', async () => {
    fetchFile.mockResolvedValue(new Response(null, { status: 404 }));
    failScript();
    await expect(screen.findByText(`${address} does not exist.`)).resolves.toBeVisible();
    reject(`${address} (SystemJS https://github.com/systemjs/systemjs/blob/main/docs/errors.md#3)`);
    expect(screen.getByText(operator)).toBeVisible();
  });
});

describe('before the sign-in form hydrates', () => {
  const send = (search: string) => {
    document.body.innerHTML =
      `<div data-rendered="signin"><form action="/signin${search}"><button><b></b></button></form>` +
      `<a href="/recover${search}"></a></div>`;
    const form = document.querySelector('form');
    const link = document.querySelector('a');
    form?.addEventListener('submit', (event) => event.preventDefault());
    link?.addEventListener('click', (event) => event.preventDefault());
    document.querySelector('b')?.click();
    form?.requestSubmit();
    link?.click();
    return [form?.getAttribute('action'), link?.getAttribute('href')];
  };
  afterEach(() => history.replaceState({}, '', '/'));

  it.each([
    ['/lab/x?a=1#sec', '?link=%2Flab%2Fx%3Fa%3D1', '?link=%2Flab%2Fx%3Fa%3D1%23sec'],
    ['/lab/x#a%20b', '?link=%2Flab%2Fx', '?link=%2Flab%2Fx%23a%2520b'],
    // After a wrong password, the link has the fragment already.
    ['/signin?link=%2Flab%2Fx%23sec#other', '?link=%2Flab%2Fx%23sec', '?link=%2Flab%2Fx%23sec'],
    ['/lab/x', '?link=%2Flab%2Fx', '?link=%2Flab%2Fx'],
    ['/#sec', '', ''],
  ])('keeps the fragment of %s in form and link', (address, search, kept) => {
    history.replaceState({}, '', address);
    expect(send(search)).toEqual([`/signin${kept}`, `/recover${kept}`]);
  });
});
