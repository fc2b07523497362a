import { discountOver } from '@/lib/platform/assumptions';

/** Fields that decide whether a discount can be used now, as received (platform: Discount, A23). */
export type DiscountTerms = {
  is_active?: boolean | null;
  usage_limit_total?: number | null;
  used_count?: number | null;
  starts_at?: string | null;
  ends_at?: string | null;
};

/** off: the merchant switched the discount off. unknown: no field says whether it can be used. */
export type DiscountState = 'active' | 'scheduled' | 'ended' | 'used_up' | 'off' | 'unknown';

/**
 * State of a discount at this time. States that do not end with time come first: ended, used up, switched off (A36).
 */
export function discountState(terms: DiscountTerms, now: Date): DiscountState {
  const { is_active, starts_at } = terms;
  const over = discountOver(terms, now);
  if (over) return over;
  if (is_active === false) return 'off';
  if (starts_at && Date.parse(starts_at) > now.getTime()) return 'scheduled';
  return is_active ? 'active' : 'unknown';
}
