import type { GivenProps, ModuleParcel } from '@portico/contract';

/**
 * Mounts a parcel of a module at the end of an element, for parts of the shell and for `portal.mountParcel`.
 * @param name as outside the module, such as `@module/people/card`
 * @param around the names of the parcels that it is inside of: a parcel inside itself is refused
 */
type MountModuleParcel = (
  name: string,
  element: HTMLElement,
  props?: GivenProps,
  around?: readonly string[],
) => ModuleParcel;

/** Set by root-config before it mounts anything. */
let mount: MountModuleParcel = () => {
  throw new Error('The page cannot mount parcels of modules yet.');
};

/** Sets the function that mounts the parcels of modules. Only root-config calls it. */
export function provideModuleParcels(provided: MountModuleParcel): void {
  mount = provided;
}

/** Mounts a parcel of a module in an element of the shell or of another module. Its caller unmounts it. */
export const mountModuleParcel: MountModuleParcel = (...call) => mount(...call);
