import { z } from 'zod';

/**
 * An id of the platform. The app uses it only as a text without a meaning. Its length and characters are limited, so
 * that a malicious id cannot make a database key too long. The ids "." and ".." are refused, because they could change
 * a URL path.
 */
export const PlatformId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^(?!\.{1,2}$)[\x21-\x7e]+$/, 'not an id');

/** Id of an install: the app in one store. */
export const InstallId = PlatformId.brand<'InstallId'>();
/** A parsed id of an install. */
export type InstallId = z.infer<typeof InstallId>;

/** Id of a store. */
export const StoreId = PlatformId.brand<'StoreId'>();
/** A parsed id of a store. */
export type StoreId = z.infer<typeof StoreId>;

/** Id of an order. */
export const OrderId = PlatformId.brand<'OrderId'>();
/** A parsed id of an order. */
export type OrderId = z.infer<typeof OrderId>;

/** Id of a fulfillment: a shipment of an order. */
export const FulfillmentId = PlatformId.brand<'FulfillmentId'>();
/** A parsed id of a fulfillment. */
export type FulfillmentId = z.infer<typeof FulfillmentId>;

/** Id of a product. */
export const ProductId = PlatformId.brand<'ProductId'>();
/** A parsed id of a product. */
export type ProductId = z.infer<typeof ProductId>;

/** Id of a product variant. */
export const VariantId = PlatformId.brand<'VariantId'>();
/** A parsed id of a product variant. */
export type VariantId = z.infer<typeof VariantId>;

/** Id of a webhook event: the same in each delivery of the event. */
export const EventId = PlatformId.brand<'EventId'>();
/** A parsed id of a webhook event. */
export type EventId = z.infer<typeof EventId>;
