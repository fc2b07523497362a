import { discountOver } from 'commerce-platform-client/assumptions';

/** The fields of a discount that decide whether it can be used now (platform: Discount, A23). */
export type DiscountTerms = {
  is_active?: boolean | null;
  usage_limit_total?: number | null;
  used_count?: number | null;
  starts_at?: string | null;
  ends_at?: string | null;
};

/**
 * State of a discount. `off`: the merchant has switched it off. `unknown`: the platform sent no field that decides the
 * state.
 */
export type DiscountState = 'active' | 'scheduled' | 'ended' | 'used_up' | 'off' | 'unknown';

/**
 * Returns the state of a discount at the time `now`. `ended` and `used_up` are checked first, because is_active may
 * still be true for such a discount (A36). `off` is checked before `scheduled`: a discount that is switched off does
 * not become active at its start time.
 */
export function discountState(terms: DiscountTerms, now: Date): DiscountState {
  const { is_active, starts_at } = terms;
  const over = discountOver(terms, now);
  if (over) return over;
  if (is_active === false) return 'off';
  if (starts_at && Date.parse(starts_at) > now.getTime()) return 'scheduled';
  return is_active ? 'active' : 'unknown';
}
