const { createRequire, isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

// They compare objects with the classes of the globals, which differ between Jest's sandbox and Node.
const sandboxed = /^(?:valibot$|@electric-sql\/|@jest\/)/;

/**
 * Takes libraries from Node, which evaluates them once a worker. Jest alone evaluates each of them again for every test
 * file, which was half of the time of the server's tests. So `jest.mock` has no effect on libraries here.
 */
module.exports = class NodeRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    const isLibrary = !/^(?:[./]|@portico\/)/.test(name) && !isBuiltin(name) && !sandboxed.test(name);
    return isLibrary ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
};
