import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { knownKey } from '@/lib/shared/known-key';

const tones = {
  active: 'good',
  out_of_stock: 'warn',
  hidden: 'neutral',
  discontinued: 'neutral',
  no_variants: 'neutral',
} as const;

/**
 * Product status as a badge. A status without a translation is shown as the platform sent it. If the status
 * is null, no badge is shown.
 */
export function ProductStatusBadge({ status }: { status: string | null }) {
  const t = useTranslations('products.status');
  if (status === null) return null;
  const known = knownKey(tones, status);
  return <Badge tone={known ? tones[known] : 'neutral'}>{known ? t(known) : status}</Badge>;
}
