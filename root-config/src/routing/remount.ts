import type { Mount, MountProps } from '@portico/module-kit/mounting';

/**
 * Mounts a parcel in place of what the element has: focus and kept click go to the same control of what the parcel
 * shows.
 */
export async function remount(mount: Mount, props: MountProps): ReturnType<Mount> {
  const { element } = props;
  const list = () => [...element.querySelectorAll<HTMLElement>('a, button')];
  const controls = list();
  const focused = controls.find((control) => control === document.activeElement);
  const clicked = controls.find((control) => control === window.porticoClicked);
  // By name, or, in another language, by place.
  const findSame = (control: HTMLElement) =>
    list().find(({ title }) => title === control.title) ?? list()[controls.indexOf(control)];
  element.replaceChildren();
  if (clicked) window.porticoClicked = undefined;
  const unmount = await mount(props);
  if (focused && document.activeElement === document.body) findSame(focused)?.focus();
  if (clicked) window.porticoClicked = findSame(clicked);
  return unmount;
}
