import { z } from 'zod';
import { FxRates, mayBeMissing } from '../assumptions';
import { StoreId } from './ids';
import { openEnum, Timestamp } from './common';

const text = mayBeMissing(z.string());

/**
 * Public data of a store. Every field except id may be null or absent (A23). This also applies to fields of nested
 * objects, except fields that identify the object. platform: Store.
 */
export const Store = z.object({
  id: StoreId,
  slug: text,
  name: text,
  description: text,
  logo_url: text,
  banner_urls: mayBeMissing(z.array(z.string())),
  storefront_url: text,
  whatsapp_number: text,
  phone: text,
  address: text,
  accent_color: text,
  locale: text,
  timezone: text,
  country: text,
  pricing_currency: mayBeMissing(z.object({ code: z.string(), decimals: z.int().min(0).max(18) })),
  storefront_currencies: mayBeMissing(
    z.object({ allowed: mayBeMissing(z.array(z.string())), default: text }),
  ),
  fx: mayBeMissing(z.object({ base: text, as_of: mayBeMissing(Timestamp), rates: mayBeMissing(FxRates) })),
  payment_methods: mayBeMissing(z.array(z.object({ id: openEnum(['cod']), wallet_id: text }))),
  provinces: mayBeMissing(z.array(z.object({ value: z.string(), ar: text, en: text }))),
});
export type Store = z.infer<typeof Store>;
