import { useLocale } from '@portico/module-kit/vue';
import { computed } from 'vue';
import { texts } from './texts';

/** The texts in the current language of the portal. */
export function useTexts() {
  const locale = useLocale();
  return computed(() => texts[locale.value]);
}
