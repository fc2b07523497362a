/** What decides whether a discount can be used now; each field as it came (platform: Discount, A23). */
export type DiscountTerms = {
  is_active?: boolean | null;
  usage_limit_total?: number | null;
  used_count?: number | null;
  starts_at?: string | null;
  ends_at?: string | null;
};

/** off: switched off by the merchant. unknown: nothing says whether it can be used. */
export type DiscountState = 'active' | 'scheduled' | 'ended' | 'used_up' | 'off' | 'unknown';

/**
 * Where a discount is at this time. What can't be undone by waiting comes first: over, used up, switched off. The
 * document does not say whether is_active turns false by itself at the end, so the dates are looked at before it.
 */
export function discountState(
  { is_active, usage_limit_total, used_count, starts_at, ends_at }: DiscountTerms,
  now: Date,
): DiscountState {
  if (ends_at && Date.parse(ends_at) <= now.getTime()) return 'ended';
  if (isNumber(usage_limit_total) && isNumber(used_count) && used_count >= usage_limit_total)
    return 'used_up';
  if (is_active === false) return 'off';
  if (starts_at && Date.parse(starts_at) > now.getTime()) return 'scheduled';
  return is_active ? 'active' : 'unknown';
}

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';
