// PGlite takes seconds to make a database. `testTimeout` of a project has no effect.
jest.setTimeout(60_000);
