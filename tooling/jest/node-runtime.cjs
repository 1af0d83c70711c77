const { createRequire, isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

// These libraries compare objects with global classes, which differ between Jest's sandbox and Node.
const sandboxed = /^(?:valibot$|@electric-sql\/|@jest\/)/;

/**
 * Loads libraries with Node, which evaluates them once in each worker. Jest evaluates them again for every test file,
 * which took half of the time of the server's tests. Therefore `jest.mock` has no effect on libraries here.
 */
module.exports = class NodeRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    const isLibrary = !/^(?:[./]|@portico\/)/.test(name) && !isBuiltin(name) && !sandboxed.test(name);
    return isLibrary ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
};
