import type { AppLocale } from '@/lib/shared/locale';
import type { ProvinceKind } from '@/lib/shared/orders/province-kind';

/**
 * What is needed to display an address: the known keys in display order, the names of the store's provinces, and what
 * provinces are called in the store's country. `value` is the text that an address contains for a province.
 */
export type AddressVocabulary = {
  keys: readonly ('address' | 'province' | 'city' | 'notes')[];
  provinces: { value: string; ar: string; en: string }[];
  provinceKind: ProvinceKind;
};

/**
 * Returns the rows that display a delivery address, one for each part that is not empty. The known keys come first in
 * display order, then all other received keys (A19). The province is in the reader's language.
 */
export function addressRows(
  address: Record<string, unknown>,
  { keys, provinces }: AddressVocabulary,
  locale: AppLocale,
): { key: string; text: string }[] {
  const known: readonly string[] = keys;
  const others = Object.keys(address).filter((key) => !known.includes(key));
  return [...known, ...others].flatMap((key) => {
    const value = address[key];
    if (value === null || value === undefined || value === '') return [];
    const province = key === 'province' && provinces.find((entry) => entry.value === value);
    if (province) return [{ key, text: province[locale] }];
    return [{ key, text: typeof value === 'object' ? JSON.stringify(value) : String(value) }];
  });
}
