import './first-paint';

it('hides server-rendered pictures that do not load, and no others', () => {
  document.body.innerHTML = '<div data-rendered="signin"><img alt=""></div><main><img alt=""></main>';
  const pictures = [...document.querySelectorAll('img')];
  for (const picture of pictures) picture.dispatchEvent(new Event('error'));
  expect(pictures.map(({ style }) => style.visibility)).toEqual(['hidden', '']);
});
