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
 * Returns the state of a discount at the time `now`. ended, used_up and off take precedence over scheduled and active,
 * because they do not change when time passes (A36).
 */
export function discountState(terms: DiscountTerms, now: Date): DiscountState {
  const { is_active, starts_at } = terms;
  const over = discountOver(terms, now);
  if (over) return over;
  if (is_active === false) return 'off';
  if (starts_at && Date.parse(starts_at) > now.getTime()) return 'scheduled';
  return is_active ? 'active' : 'unknown';
}
