const iconName = /^(?:(solid|regular|brands)\/)?([a-z0-9-]{1,60})$/;

/** The file of an icon such as `bell` or `brands/github`; `undefined` when it is no name of one. */
export function iconAddress(icon: string): string | undefined {
  const [, type = 'solid', name] = iconName.exec(icon) ?? [];
  return name && `/media/icons/${type}/${name}.svg`;
}
