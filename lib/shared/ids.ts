import { z } from 'zod';

/**
 * Ids of the platform are opaque strings; bounded here so that a hostile one cannot grow a key, or, as one or two dots,
 * walk a path.
 */
export const PlatformId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!\.{1,2}$)[\x21-\x7e]+$/, 'not an id');

export const InstallId = PlatformId.brand<'InstallId'>();
export type InstallId = z.infer<typeof InstallId>;

export const StoreId = PlatformId.brand<'StoreId'>();
export type StoreId = z.infer<typeof StoreId>;

export const OrderId = PlatformId.brand<'OrderId'>();
export type OrderId = z.infer<typeof OrderId>;

export const FulfillmentId = PlatformId.brand<'FulfillmentId'>();
export type FulfillmentId = z.infer<typeof FulfillmentId>;

export const ProductId = PlatformId.brand<'ProductId'>();
export type ProductId = z.infer<typeof ProductId>;

export const VariantId = PlatformId.brand<'VariantId'>();
export type VariantId = z.infer<typeof VariantId>;

export const EventId = PlatformId.brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;

/** Made by the form (crypto.randomUUID): the same id posted again is the same operation. */
export const OperationId = z.uuid().brand<'OperationId'>();
export type OperationId = z.infer<typeof OperationId>;
