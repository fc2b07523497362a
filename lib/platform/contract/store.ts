import { z } from 'zod';
import { StoreId } from '@/lib/shared/ids';
import { openEnum, Timestamp } from './common';

const FxRate = z.object({ scaled: z.int().positive(), scale: z.int().min(0).max(18) });

/** platform: Store. Every field but id may be null or absent (A23); rates by A18, left out when of another shape. */
export const Store = z.object({
  id: StoreId,
  slug: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  logo_url: z.string().nullish(),
  banner_urls: z.array(z.string()).nullish(),
  storefront_url: z.string().nullish(),
  whatsapp_number: z.string().nullish(),
  phone: z.string().nullish(),
  address: z.string().nullish(),
  accent_color: z.string().nullish(),
  locale: z.string().nullish(),
  timezone: z.string().nullish(),
  country: z.string().nullish(),
  pricing_currency: z.object({ code: z.string(), decimals: z.int() }),
  storefront_currencies: z.object({ allowed: z.array(z.string()), default: z.string() }).nullish(),
  fx: z
    .object({
      base: z.string(),
      as_of: Timestamp.nullish(),
      rates: z.record(z.string(), FxRate).catch({}),
    })
    .nullish(),
  payment_methods: z.array(z.object({ id: openEnum(['cod']), wallet_id: z.string().nullish() })).nullish(),
  provinces: z.array(z.object({ value: z.string(), ar: z.string(), en: z.string() })).nullish(),
});
export type Store = z.infer<typeof Store>;
