import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

const known = { orders: true, products: true, movements: true, discounts: true, store: true };

/** The name of a mirrored resource. */
export function ResourceName({ resource }: { resource: string }) {
  const t = useTranslations('sync.resources');
  return t(knownKey(known, resource) ?? 'other');
}
