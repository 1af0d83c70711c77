import { getIconAddress } from './media-icon';

it.each([
  ['bell', '/media/icons/solid/bell.svg'],
  ['brands/github', '/media/icons/brands/github.svg'],
  ['', undefined],
  ['../secret', undefined],
  ['other/bell', undefined],
  ['bell.svg', undefined],
  ['Bell")', undefined],
])('finds the icon %s at %s', (icon, address) => {
  expect(getIconAddress(icon)).toBe(address);
});
