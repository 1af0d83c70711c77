declare const __system_context__: { readonly meta: { readonly url: string } };
// biome-ignore lint/style/useConst: webpack replaces the assignment below.
declare let __webpack_public_path__: string;

// Chunks are loaded from where their bundle was. webpack's own "auto" reads document.currentScript, which is empty
// because SystemJS executes a module later than its script.
__webpack_public_path__ = new URL('./', __system_context__.meta.url).href;
