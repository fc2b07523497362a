import { z } from 'zod';
import { discountMethods, discountTargets, discountValueTypes, mayBeMissing } from '../assumptions';
import { PlatformId } from './ids';
import { Money, openEnum, Timestamp } from './common';

/** A discount of the store. Every field except id may be null or absent (A23). platform: Discount. */
export const Discount = z.object({
  id: PlatformId,
  method: mayBeMissing(openEnum(discountMethods)),
  code: mayBeMissing(z.string()),
  title: mayBeMissing(z.string()),
  value_type: mayBeMissing(openEnum(discountValueTypes)),
  target: mayBeMissing(openEnum(discountTargets)),
  percent: mayBeMissing(z.number()),
  amount: mayBeMissing(Money),
  is_active: mayBeMissing(z.boolean()),
  usage_limit_total: mayBeMissing(z.int()),
  used_count: mayBeMissing(z.int()),
  applies_to_pos: mayBeMissing(z.boolean()),
  applies_to_online: mayBeMissing(z.boolean()),
  starts_at: mayBeMissing(Timestamp),
  ends_at: mayBeMissing(Timestamp),
  created_at: mayBeMissing(Timestamp),
  updated_at: mayBeMissing(Timestamp),
});
export type Discount = z.infer<typeof Discount>;
