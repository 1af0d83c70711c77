import { type TextKey, useTranslation } from '@portico/shared';

/** What is wrong with a field: a text of the catalogue, or what the API said. */
export type Fault = { readonly key: TextKey } | { readonly message: string };

/** Puts a fault into words, in the active language where it is one of the catalogue's. */
export function useFaultText(values: Readonly<Record<string, number>>) {
  const { t } = useTranslation();
  return (fault: Fault | undefined) => fault && ('key' in fault ? t(fault.key, values) : fault.message);
}
