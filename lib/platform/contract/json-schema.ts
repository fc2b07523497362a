import { z } from 'zod';
import { ExchangeRate, Money } from './common';
import { Discount } from './discounts';
import { ErrorEnvelope } from './errors';
import { Installation } from './installation';
import { Movement } from './inventory';
import {
  Fulfillment,
  Order,
  OrderAttributes,
  OrderAttributesPatch,
  OrderCustomer,
  OrderDetail,
  OrderItem,
  Refund,
} from './orders';
import { Product, Variant, VariantDetail } from './products';
import { Store } from './store';
import { WebhookSubscription, WebhookTestEvent } from './webhooks';

export type Json = Record<string, unknown>;

/** Schemas that have their own name in the platform document. */
const named = {
  Money,
  ExchangeRate,
  ErrorEnvelope,
  Installation,
  Store,
  Discount,
  Movement,
  Order,
  OrderDetail,
  OrderItem,
  OrderCustomer,
  Fulfillment,
  Refund,
  Product,
  Variant,
  VariantDetail,
  WebhookSubscription,
  WebhookTestEvent,
};

/**
 * JSON Schema constraints for the two schemas OrderAttributes and OrderAttributesPatch. zod cannot derive these
 * constraints, because the contract validates attributes with its own code (platform: OrderAttributes).
 */
const attributes = {
  type: 'object',
  propertyNames: { pattern: '^[a-z0-9_.-]{1,64}$' },
  additionalProperties: true,
  description: 'Scalars to 1000 UTF-8 bytes, 8192 bytes in all; `reference` carries an OrderReference.',
};
const registry = z.registry<Json>();
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
registry.add(OrderAttributes, { ...attributes, maxProperties: 20 });
registry.add(OrderAttributesPatch, { ...attributes, description: 'Merged; null deletes a key.' });

/**
 * Converts a schema of the contract to JSON Schema 2020-12. Named schemas, including nested ones, are added to
 * `schemas` and referenced under #/components/schemas.
 */
export function jsonSchemaOf(type: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  const made = z.toJSONSchema(type, {
    io,
    metadata: registry,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Response objects allow additional fields, because the platform may add fields (platform: Versioning, rule 2).
      if (io === 'output' && zodSchema._zod.def.type === 'object') delete jsonSchema.additionalProperties;
      // The pattern of a date-time is removed from the JSON Schema, because the keyword `format` already has the same
      // meaning.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs, ...schema } = JSON.parse(text) as Json & { $defs?: Record<string, Json> };
  Object.assign(schemas, $defs);
  return schema;
}
