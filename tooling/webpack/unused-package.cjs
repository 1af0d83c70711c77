/* global __resourceQuery */
/**
 * In place of a package that a program never runs. What is read from it is a function that says so when it is called.
 */
function refuse() {
  throw new Error(
    `${__resourceQuery.slice(1)} is not in this program: webpack/external-packages.ts lists it as unused.`,
  );
}

module.exports = new Proxy(refuse, { get: () => refuse });
