import { type AppLocale, baseLocale } from '@/lib/shared/locale';
import type { ProvinceKind } from '@/lib/shared/orders/province-kind';

/**
 * The data that a screen needs to display an address.
 *
 * - `keys`: the known keys in display order.
 * - `provinces`: the names of the store's provinces; `value` is the province as it is written in an address.
 * - `provinceKind`: what a province is called in the store's country.
 */
export type AddressVocabulary = {
  keys: readonly ('address' | 'province' | 'city' | 'notes')[];
  provinces: { value: string; ar: string; en: string }[];
  provinceKind: ProvinceKind;
};

/**
 * Returns the rows that display a delivery address, one for each part that is not empty. The known keys come first, in
 * display order. All other keys of the address follow (A19). The name of the province is in the reader's language.
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
    if (province) return [{ key, text: province[baseLocale(locale)] }];
    return [{ key, text: typeof value === 'object' ? JSON.stringify(value) : String(value) }];
  });
}
