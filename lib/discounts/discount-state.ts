import { discountOver } from '@/lib/platform/assumptions';

/**
 * The fields of a discount that decide whether it can be used now, as the platform sent them (platform: Discount, A23).
 */
export type DiscountTerms = {
  is_active?: boolean | null;
  usage_limit_total?: number | null;
  used_count?: number | null;
  starts_at?: string | null;
  ends_at?: string | null;
};

/**
 * State of a discount. off: the merchant switched the discount off. unknown: no field says whether the discount can be
 * used.
 */
export type DiscountState = 'active' | 'scheduled' | 'ended' | 'used_up' | 'off' | 'unknown';

/**
 * Returns the state of a discount at the time `now`. The states ended and used_up are tested first, because is_active
 * may still be true then (A36). The state off is tested before scheduled, because a discount that is switched off does
 * not become active when its start time comes.
 */
export function discountState(terms: DiscountTerms, now: Date): DiscountState {
  const { is_active, starts_at } = terms;
  const over = discountOver(terms, now);
  if (over) return over;
  if (is_active === false) return 'off';
  if (starts_at && Date.parse(starts_at) > now.getTime()) return 'scheduled';
  return is_active ? 'active' : 'unknown';
}
