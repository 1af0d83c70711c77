import { TypeAhead } from './type-ahead';

const entries = ['Agenda', 'Área do cliente', '🇧🇷 Brasil', 'E\u0301quipe', 'HR Studium', 'Horas'].map((name) => ({
  name,
}));
const modifiers = { altKey: false, ctrlKey: false, metaKey: false };

/** Types letters with a pause before each, and returns the names that they lead to. */
function type(letters: string, active = -1, pause = 100): (string | number | undefined)[] {
  const typeAhead = new TypeAhead();
  let from = active;
  return [...letters].map((key, index) => {
    const found = typeAhead.search(entries, from, { ...modifiers, key, timeStamp: index * pause });
    from = found === undefined || found < 0 ? from : found;
    return (found !== undefined && entries[found]?.name) || found;
  });
}

it('finds a name by its letters, whatever their case and accents', () => {
  expect(type('are').at(-1)).toBe('Área do cliente');
  expect(type('ÁRE').at(-1)).toBe('Área do cliente');
  expect(type('éq').at(-1)).toBe('E\u0301quipe');
  expect(type('b')).toEqual(['🇧🇷 Brasil']);
});

it('includes a space in a search, but starts none with it', () => {
  expect(type('hr s').at(-1)).toBe('HR Studium');
  expect(type(' ')).toEqual([undefined]);
});

it('leads from one name to the next by the same letter, and starts again after a pause', () => {
  expect(type('aaa', -1, 400)).toEqual(['Agenda', 'Área do cliente', 'Agenda']);
  expect(type('hb', -1, 350)).toEqual(['HR Studium', '🇧🇷 Brasil']);
  expect(type('hb', -1, 349)).toEqual(['HR Studium', -1]);
});

it('does not count the time in which the menu draws an entry as a pause', () => {
  const typeAhead = new TypeAhead();
  const now = performance.now();
  const search = (key: string, timeStamp: number) => typeAhead.search(entries, -1, { ...modifiers, key, timeStamp });
  search('h', now - 1_000);
  typeAhead.restartPause();
  expect(entries[search('o', now + 100) ?? -1]?.name).toBe('Horas');
});

it('leaves shortcuts and other keys alone', () => {
  const typeAhead = new TypeAhead();
  const search = (key: string, pressed = {}) =>
    typeAhead.search(entries, -1, { ...modifiers, ...pressed, key, timeStamp: 0 });
  expect([search('b', { ctrlKey: true }), search('Escape'), search('Dead')]).toEqual([undefined, undefined, undefined]);
});
