// biome-ignore lint/style/useConst: it is assigned below, and webpack knows it by this name
declare let __webpack_public_path__: string;
declare const __system_context__: { readonly meta: { readonly url: string } };

// Chunks and pictures come from where the module comes from. SystemJS runs this file later than its script element
// lives, so webpack's own "auto" would take the portal's address.
__webpack_public_path__ = new URL('.', __system_context__.meta.url).href;

export {};
