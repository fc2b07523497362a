import { useTranslations } from 'next-intl';
import type { BulkItemState } from '@/lib/operations/bulk-run';
import { knownKey } from '@/lib/shared/known-key';

/** Codes that are explained; the platform may add to its own. */
const reasons = {
  unknown_order: true,
  deleted: true,
  already_there: true,
  missing_scope: true,
  conflict: true,
  not_found: true,
  forbidden: true,
  invalid: true,
  invalid_request: true,
  cancelled: true,
  uninstalled: true,
};

/** Why, in words; nothing where the state says it all. */
export function ItemReason({ state, reason }: { state: BulkItemState; reason: string | null }) {
  const t = useTranslations('bulk.reason');
  const known = knownKey(reasons, reason);
  const words =
    state === 'needs_review' ? t('in_doubt') : state === 'refused' || known ? t(known ?? 'other') : null;
  return words && <p className="w-full pb-1.5 text-ink-soft">{words}</p>;
}
