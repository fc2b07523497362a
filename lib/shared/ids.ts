import { z } from 'zod';

/** Ids of the platform are opaque strings; bounded here so that a hostile one cannot grow a key. */
const platformId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\x21-\x7e]+$/, 'not an id');

export const InstallId = platformId.brand<'InstallId'>();
export type InstallId = z.infer<typeof InstallId>;

export const StoreId = platformId.brand<'StoreId'>();
export type StoreId = z.infer<typeof StoreId>;

export const OrderId = platformId.brand<'OrderId'>();
export type OrderId = z.infer<typeof OrderId>;

export const ProductId = platformId.brand<'ProductId'>();
export type ProductId = z.infer<typeof ProductId>;

export const VariantId = platformId.brand<'VariantId'>();
export type VariantId = z.infer<typeof VariantId>;

export const EventId = platformId.brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;

/** Made by the form (crypto.randomUUID): the same id posted again is the same operation. */
export const OperationId = z.uuid().brand<'OperationId'>();
export type OperationId = z.infer<typeof OperationId>;
