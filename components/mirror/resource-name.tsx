import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

const known = { orders: true, products: true, movements: true, discounts: true, store: true };

/** Translated name of a kind of record in the mirror (our copy of the store's data), such as orders or products. */
export function ResourceName({ resource }: { resource: string }) {
  const t = useTranslations('sync.resources');
  return t(knownKey(known, resource) ?? 'other');
}
