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

/** The schemas that have a name of their own, as the platform document names them. */
const named = {
  ...{ Money, ExchangeRate, ErrorEnvelope, Installation, Store, Discount, Movement },
  ...{ Order, OrderDetail, OrderItem, OrderCustomer, Fulfillment, Refund },
  ...{ Product, Variant, VariantDetail, WebhookSubscription, WebhookTestEvent },
};

/** What a schema cannot say of itself: the contract holds these two by code of its own (platform: OrderAttributes). */
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
 * A schema of the contract in JSON Schema 2020-12. What has a name, within or itself, is put into `schemas` and
 * referred to below #/components/schemas.
 */
export function jsonSchemaOf(type: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  const made = z.toJSONSchema(type, {
    io,
    metadata: registry,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Answers may grow (platform: Versioning, rule 2).
      if (io === 'output' && zodSchema._zod.def.type === 'object') delete jsonSchema.additionalProperties;
      // Says again, at length, what the format says.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs, ...schema } = JSON.parse(text) as Json & { $defs?: Record<string, Json> };
  Object.assign(schemas, $defs);
  return schema;
}
