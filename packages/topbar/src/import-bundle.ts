/**
 * The exports of a bundle of the import map. What fails is forgotten, or SystemJS would give the same failure for ever.
 * @throws Error when it does not load, or is not there
 */
export async function importBundle<Exports extends System.Module>(name: `@portico/${string}`): Promise<Exports> {
  try {
    return await System.import<Exports>(name);
  } catch (error) {
    System.delete(System.resolve(name));
    throw error;
  }
}
