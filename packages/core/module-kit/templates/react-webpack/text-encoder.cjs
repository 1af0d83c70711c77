// jsdom lacks it, and the router needs it.
globalThis.TextEncoder ??= require('node:util').TextEncoder;
