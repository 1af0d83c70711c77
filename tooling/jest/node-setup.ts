// PGlite takes seconds to make a database, and the long runs share the machine. `testTimeout` of a project has no
// effect.
jest.setTimeout(process.env.TEST_SOAK ? 300_000 : 60_000);
