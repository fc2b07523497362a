import { z } from 'zod';

/**
 * An id of the platform. The app does not interpret it. Its length and characters are limited, so that a malicious id
 * cannot make a database key too long. The ids "." and ".." are refused, because they could change a URL path.
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

/**
 * Id of an operation (a write to the platform), made by the form (crypto.randomUUID). Submitting the same id again
 * gives the same operation.
 */
export const OperationId = z.uuid().brand<'OperationId'>();
export type OperationId = z.infer<typeof OperationId>;
