declare let __webpack_public_path__: string;
declare const __system_context__: { readonly meta: { readonly url: string } };

__webpack_public_path__ = new URL('.', __system_context__.meta.url).href;

export {};
