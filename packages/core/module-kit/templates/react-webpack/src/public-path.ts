// biome-ignore lint/style/useConst: it is assigned below, and webpack knows it by this name
declare let __webpack_public_path__: string;
declare const __system_context__: { readonly meta: { readonly url: string } };

// Loads chunks and images from the address of the module. SystemJS evaluates this file after its script element is
// gone, so webpack's own "auto" would use the portal's address.
__webpack_public_path__ = new URL('.', __system_context__.meta.url).href;

export {};
