/** Stands for a CSS module under Jest: every class is called by its own name, the sheet itself is empty. */
export default new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : name) });
