declare const __system_context__: { readonly meta: { readonly url: string } };
// biome-ignore lint/style/useConst: webpack replaces the assignment below.
declare let __webpack_public_path__: string;

// Loads chunks from the folder of their bundle. webpack's own "auto" reads document.currentScript, which is empty
// because SystemJS executes a module after its script has ended.
__webpack_public_path__ = new URL('./', __system_context__.meta.url).href;
