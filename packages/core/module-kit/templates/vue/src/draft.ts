import type { InjectionKey, Ref } from 'vue';

/** What is typed and not saved. */
export const draftKey: InjectionKey<Ref<string>> = Symbol('draft');
