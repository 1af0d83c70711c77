interface Stoppable {
  stop(): Promise<unknown>;
}

const started: Stoppable[] = [];

/**
 * Starts something before the tests of a file or a `describe`, and stops it after them: what was started last is
 * stopped first. To be called where they are declared.
 * @returns what is complete before the first test and before each later `beforeAll`, which is when it is used
 */
export function startBeforeTests<Resource extends Stoppable>(start: () => Promise<Resource>): Resource {
  const resource = {} as Resource;
  beforeAll(async () => void started.push(Object.assign(resource, await start())));
  afterAll(() => started.pop()?.stop());
  return resource;
}
