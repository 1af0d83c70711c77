import type { InjectionKey, Ref } from 'vue';

/** Unsaved text. */
export const draftKey: InjectionKey<Ref<string>> = Symbol('draft');
