import { z } from 'zod';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { type Json, RawJson } from './bad-input-request';

/** The keywords of JSON Schema that the contracts of the endpoints use. */
export type Schema = {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  anyOf?: Schema[];
  enum?: Json[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
};

/**
 * Returns the contract of an endpoint's body or query as a JSON schema; null if the endpoint has none. The
 * function `admits` evaluates this schema. So the expected results do not depend on the validation code of
 * the contract.
 */
export function schemaOf(name: EndpointName, part: 'body' | 'query'): Schema | null {
  const endpoint: { method: string; body?: z.ZodType; query?: z.ZodType } = endpoints[name];
  const type = endpoint[part];
  return type ? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema) : null;
}

/**
 * Returns true if the schema accepts the value. Some rules of the contract are not in the schema, so the contract may
 * still refuse the value.
 */
export function admits(schema: Schema, given: Json): boolean {
  const value: unknown = given instanceof RawJson ? JSON.parse(given.text) : given;
  if (schema.anyOf) return schema.anyOf.some((one) => admits(one, given));
  if (schema.enum) return schema.enum.some((one) => one === value);
  switch (schema.type) {
    case undefined:
      return true;
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string' && admitsText(schema, value);
    case 'integer':
    case 'number':
      return typeof value === 'number' && admitsNumber(schema, value);
    case 'array':
      return Array.isArray(value) && admitsArray(schema, value as Json[]);
    case 'object':
      return isObject(value) && admitsObject(schema, value);
  }
}

/** Returns the branch of `anyOf` that accepts the value. If no branch does, returns the schema itself. */
export function branchOf(schema: Schema, value: Json): Schema {
  return schema.anyOf?.find((one) => admits(one, value)) ?? schema;
}

/** Returns true if the schema or any of its branches allows this type. */
export function mayBe(schema: Schema, type: NonNullable<Schema['type']>): boolean {
  return schema.type === type || (schema.anyOf?.some((one) => mayBe(one, type)) ?? false);
}

export function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson);
}

function admitsText({ minLength = 0, maxLength = Infinity, pattern, format }: Schema, text: string): boolean {
  if (text.length < minLength || text.length > maxLength) return false;
  if (format === 'uri' && !URL.canParse(text)) return false;
  return pattern === undefined || new RegExp(pattern).test(text);
}

function admitsNumber(schema: Schema, value: number): boolean {
  const { type, minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return false;
  return value >= minimum && value <= maximum && value > exclusiveMinimum;
}

function admitsArray({ minItems = 0, maxItems = Infinity, items }: Schema, values: Json[]): boolean {
  if (values.length < minItems || values.length > maxItems) return false;
  return !items || values.every((value) => admits(items, value));
}

function admitsObject(schema: Schema, value: Record<string, Json>): boolean {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (required.some((key) => !Object.hasOwn(value, key))) return false;
  return Object.entries(value).every(([key, entry]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return known ? admits(known, entry) : additionalProperties !== false;
  });
}
