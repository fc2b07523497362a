import { z } from 'zod';
import { Money, openEnum, Timestamp } from './common';

/** Value sets the document does not show (A17). */
export const discountMethods = ['code', 'automatic'] as const;
export const discountValueTypes = ['percent', 'fixed_amount'] as const;
export const discountTargets = ['order', 'shipping'] as const;

/** platform: Discount. Every field but id may be null or absent (A23). */
export const Discount = z.object({
  id: z.string(),
  method: openEnum(discountMethods).nullish(),
  code: z.string().nullish(),
  title: z.string().nullish(),
  value_type: openEnum(discountValueTypes).nullish(),
  target: openEnum(discountTargets).nullish(),
  percent: z.number().nullish(),
  amount: Money.nullish(),
  is_active: z.boolean().nullish(),
  usage_limit_total: z.int().nullish(),
  used_count: z.int().nullish(),
  applies_to_pos: z.boolean().nullish(),
  applies_to_online: z.boolean().nullish(),
  starts_at: Timestamp.nullish(),
  ends_at: Timestamp.nullish(),
  created_at: Timestamp.nullish(),
  updated_at: Timestamp.nullish(),
});
export type Discount = z.infer<typeof Discount>;
