/** A part of this package in a file of its own, so that only those who use it pay for it. */
export interface LazyPart<Part> {
  /** Fetches it, once; a failure is not kept. */
  load(): Promise<Part>;
  /**
   * What `load` brought. A parcel that names the part in `createParcel` is mounted once it is there.
   * @throws Error when nobody has loaded it
   */
  get(): Part;
}

export function createLazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let loading: Promise<Part> | undefined;
  let loaded: { readonly part: Part } | undefined;
  return {
    load() {
      loading ??= load().then(
        (part) => {
          loaded = { part };
          return part;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    get() {
      if (!loaded) throw new Error('This part of the shell is not loaded: name it in createParcel.');
      return loaded.part;
    },
  };
}
