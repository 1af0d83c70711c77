import { hideBrokenPictures } from './hide-broken-pictures';

it('hides a picture of the page that does not load, and none that somebody else takes care of', () => {
  document.body.innerHTML = '<div data-rendered="signin"><img alt=""></div><main><img alt=""></main>';
  hideBrokenPictures();
  const pictures = [...document.querySelectorAll('img')];
  for (const picture of pictures) picture.dispatchEvent(new Event('error'));
  expect(pictures.map(({ style }) => style.visibility)).toEqual(['hidden', '']);
});
