'use client';

import { useTranslations } from 'next-intl';

/**
 * Returns a function that gives the name of a stock location, given its id. A location in `locations` is
 * named by its number, such as "Location 2". Any other id, for example one that the user typed, is named
 * "Other location" with the id.
 */
export function useLocationName(
  locations: readonly { id: string; number: number }[],
): (id: string) => string {
  const t = useTranslations('products.location');
  return (id) => {
    const known = locations.find((location) => location.id === id);
    return known ? t('name', { number: known.number }) : t('other', { id });
  };
}
