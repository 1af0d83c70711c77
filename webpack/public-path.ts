declare const __system_context__: { readonly meta: { readonly url: string } };
// biome-ignore lint/style/useConst: webpack turns the assignment below into its own.
declare let __webpack_public_path__: string;

// Chunks come from where their bundle came from. webpack's own "auto" reads document.currentScript, which SystemJS,
// executing a module later than its script, leaves empty.
__webpack_public_path__ = new URL('./', __system_context__.meta.url).href;
