import { photoAtom, setLocale, showPhoto, store } from '@portico/shared';
import { renderParcel, supportModalDialogs, testPortal } from '@portico/shared/testing';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PhotoEditor } from './photo-editor';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const cutOff = '\x89PNG\r\n\x1a\n';
const png = `${cutOff}\0\0\0\0IEND\xaeB\`\x82`;

const portal = testPortal();

beforeAll(() => {
  supportModalDialogs();
});
beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  // jsdom decodes no images.
  Object.assign(window, { createImageBitmap: async () => ({ close() {} }) });
});

async function draw(photo?: Blob): Promise<void> {
  await portal.signIn(ana, apps);
  showPhoto(photo);
  renderParcel(PhotoEditor, 'profile');
}

const createFile = (content: string, size = content.length) => {
  const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
  return new File([bytes, new Uint8Array(size - content.length)], 'photo.png', { type: 'image/png' });
};

function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file input.');
  return userEvent.upload(input, file);
}

it('shows the letter, and offers only an upload while there is no photo', async () => {
  await draw();
  expect(screen.getByText('A', { selector: '[aria-hidden]' })).toBeVisible();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Upload image']);
  expect(document.body).toHaveFocus();
});

it('shows the photo, and offers to update and to delete it', async () => {
  await draw(new Blob([png]));
  expect(document.querySelector('img')).toHaveAttribute('src', store.get(photoAtom));
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Update image', 'Delete photo']);
});

it.each([
  ['is no image by its content', createFile('<svg></svg>'), 'Choose a PNG, JPEG or WebP image.'],
  ['is cut off', createFile(cutOff, 500), 'This image cannot be read. Choose another one.'],
  ['is too large', createFile(png, 5 * 1024 * 1024 + 1), 'This image is larger than 5 MB. Choose a smaller one.'],
])('refuses a file that %s, and keeps the photo', async (_, file, text) => {
  await draw(new Blob([png]));
  await choose(file);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(document.querySelector('img')).toHaveAttribute('src', store.get(photoAtom));
  expect(portal.calls.filter(({ route }) => !route.startsWith('GET'))).toEqual([]);
});

it('refuses a file that does not decode, and drops the error with the next file', async () => {
  await draw();
  Object.assign(window, { createImageBitmap: () => Promise.reject(new Error('truncated')) });
  await choose(createFile(png));
  expect(await screen.findByRole('alert')).toHaveTextContent('This image cannot be read. Choose another one.');
  Object.assign(window, { createImageBitmap: async () => ({ close() {} }) });
  await choose(createFile(png));
  expect(await screen.findByRole('dialog', { name: 'Adjust the photo' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('asks to choose a file again that changed meanwhile, and keeps the photo', async () => {
  await draw(new Blob([png]));
  const file = createFile(png);
  // As browsers do for a file that changed after it was chosen.
  Object.assign(file, { arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) });
  await choose(file);
  expect(await screen.findByRole('alert')).toHaveTextContent('This file was changed or moved. Choose it again.');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(document.querySelector('img')).toHaveAttribute('src', store.get(photoAtom));
  await choose(createFile(png));
  expect(await screen.findByRole('dialog', { name: 'Adjust the photo' })).toBeVisible();
});

it('crops a copy, not the file on disk', async () => {
  await draw();
  const cropped = jest.spyOn(URL, 'createObjectURL');
  const file = createFile(png, 100);
  await choose(file);
  await screen.findByRole('dialog', { name: 'Adjust the photo' });
  expect(cropped).toHaveBeenCalledTimes(1);
  expect(cropped.mock.calls[0]?.[0]).not.toBe(file);
  expect(cropped.mock.calls[0]?.[0]).toMatchObject({ size: 100, type: 'image/png' });
});

it('opens a dropped file in the crop dialog, whose Cancel sends nothing', async () => {
  await draw();
  const upload = screen.getByRole('button', { name: 'Upload image' });
  upload.focus();
  const dataTransfer = { types: ['Files'], files: [createFile(png)], dropEffect: 'none' };
  const over = createEvent.dragOver(upload, { dataTransfer });
  fireEvent(upload, over);
  expect(over.defaultPrevented).toBe(true);
  fireEvent.drop(upload, { dataTransfer });
  await screen.findByRole('dialog', { name: 'Adjust the photo' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(upload).toHaveFocus();
  expect(portal.calls.filter(({ route }) => !route.startsWith('GET'))).toEqual([]);
});

it('ignores a file that is dropped outside, instead of opening it in place of the portal', async () => {
  await draw();
  const dataTransfer = { types: ['Files'], files: [createFile(png)], dropEffect: 'copy' };
  expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
  expect(dataTransfer.dropEffect).toBe('none');
});

describe('deleting', () => {
  const ask = async () => {
    await draw(new Blob([png]));
    await userEvent.click(screen.getByRole('button', { name: 'Delete photo' }));
    return screen.getByRole('dialog', { name: 'Are you sure you want to delete the profile picture?' });
  };

  it('asks first, with the focus on Cancel', async () => {
    await ask();
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete photo' })).toHaveFocus();
    expect(store.get(photoAtom)).toBeDefined();
  });

  it('leaves the letter, and moves the focus to the upload', async () => {
    await ask();
    portal.answer('DELETE /users/images', { status: 204 });
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete photo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Upload image' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Delete photo' })).not.toBeInTheDocument();
  });

  it('says why it was refused, and keeps the photo and the dialog', async () => {
    const dialog = await ask();
    portal.answer('DELETE /users/images', { status: 403, body: { code: 'no', message: 'Not today.' } });
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete photo' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not today.');
    expect(dialog).toBeVisible();
    portal.answer('DELETE /users/images', 'unreachable');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete photo' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The portal cannot be reached.'));
    expect(store.get(photoAtom)).toBeDefined();
  });
});
