import React from 'react';
import jsxRuntime from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import ReactDOMClient from 'react-dom/client';

// Five names of the import map lead to this file, so it exports their union: one request for the libraries, which change
// least. Most code uses the named exports; the default export serves `import React from 'react'` and
// `import ReactDOM from 'react-dom'`.
// @ts-expect-error: the types describe one CommonJS value, the package has named exports.
export * from 'react';
export { Fragment, version } from 'react';
export * from 'react/jsx-runtime';
export * from 'react-dom';
export * from 'react-dom/client';
export * from 'single-spa';
export default { ...ReactDOM, ...ReactDOMClient, ...jsxRuntime, ...React };
