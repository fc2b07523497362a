import ts from 'typescript';
import { UsageError } from '@/server/run-command';

/** The types of a field of a new write. A field of the type `enum` has one of a list of values. */
const fieldTypes = ['text', 'number', 'money', 'date', 'time', 'boolean'] as const;
type FieldType = (typeof fieldTypes)[number] | 'enum';

/** A field of the body or of the answer of a new write. */
export type Field = {
  /** The name in the API, such as hold_reason. */
  name: string;
  type: FieldType;
  /** The allowed values of an enum; empty for every other type. */
  values: readonly string[];
  /** The greatest length of a text in characters; `textLengthMax` if it is absent. */
  lengthMax?: number;
};

/** The greatest length of a text whose option names no other one. */
export const textLengthMax = 255;

const fieldName = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** Returns the name if it is the name of a field. Throws UsageError if it is not. */
export function checkFieldName(name: string): string {
  if (fieldName.test(name)) return name;
  throw new UsageError(`"${name}" is no name of a field, like reason or hold_reason.`);
}

/** Returns the name if a variable can have it. Throws UsageError if it is a word of TypeScript, such as return. */
export function checkIdentifier(name: string): string {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, name);
  if (scanner.scan() === ts.SyntaxKind.Identifier) return name;
  throw new UsageError(`"${name}" is a word of TypeScript, so it cannot be a name.`);
}

/**
 * Parses a field, such as reason, reason:text:200, until:time or kind:fraud,stock. Without a type, the field is a text. The name of an
 * amount of money gets the ending _minor, as in the platform's API.
 */
export function parseField(option: string): Field {
  const [name = '', type = 'text', ...rest] = option.split(':');
  checkFieldName(name);
  const known = fieldTypes.find((one) => one === type);
  const [length = ''] = rest;
  if (known === 'text' && rest.length === 1 && /^[1-9]\d{0,3}$/.test(length))
    return { name, type: known, values: [], lengthMax: Number(length) };
  const values = known === undefined ? type.split(',') : [];
  if (rest.length > 0 || (known === undefined && (values.length < 2 || !areNames(values))))
    throw new UsageError(
      `"${option}" has no type. A type is one of these: ${fieldTypes.join(', ')}. ` +
        'A list of two or more values is a type too, like kind:fraud,stock. A text can have a greatest length, like reason:text:200.',
    );
  const isShort = known === 'money' && !name.endsWith('_minor');
  return { name: isShort ? `${name}_minor` : name, type: known ?? 'enum', values };
}

/** Returns the fields of the options. Throws UsageError if two fields have the same name. */
export function parseFields(options: readonly string[]): Field[] {
  const fields = options.map(parseField);
  const repeated = fields.find(({ name }, index) => fields.findIndex((one) => one.name === name) < index);
  if (repeated) throw new UsageError(`The field "${repeated.name}" is there twice.`);
  return fields;
}

const areNames = (values: readonly string[]) =>
  new Set(values).size === values.length && values.every((value) => fieldName.test(value));

const listOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Returns the zod schema of a field in the body of a request. */
export function bodySchema({ type, values, lengthMax = textLengthMax }: Field): string {
  switch (type) {
    case 'text':
      return `Text.min(1).max(${lengthMax})`;
    case 'number':
      return 'z.int().min(0)';
    case 'money':
      return 'z.int().min(1)';
    case 'date':
      return 'z.iso.date()';
    case 'time':
      return 'Timestamp';
    case 'boolean':
      return 'z.boolean()';
    case 'enum':
      return `z.enum([${listOf(values)}])`;
  }
}

/** Returns the zod schema of a field in an answer. An answer may have values of an enum that the app does not know. */
export function answerSchema({ type, values }: Field): string {
  switch (type) {
    case 'text':
      return 'z.string()';
    case 'date':
      return 'z.iso.date()';
    case 'number':
    case 'money':
      return 'z.int()';
    case 'time':
      return 'Timestamp';
    case 'boolean':
      return 'z.boolean()';
    case 'enum':
      return `openEnum([${listOf(values)}])`;
  }
}

/** Returns the type that TypeScript has for every value of the field. `fields.test.ts` uses the same names. */
export const jsonType = ({ type }: Field): 'string' | 'number' | 'boolean' =>
  type === 'number' || type === 'money' ? 'number' : type === 'boolean' ? 'boolean' : 'string';

/** Returns the member of a type in platform-api.d.ts, which openapi-typescript would write for the body. */
export function generatedMember(field: Field): string {
  const { name, type, values } = field;
  if (type === 'enum')
    return `/** @enum {string} */\n${name}: ${values.map((value) => `"${value}"`).join(' | ')};`;
  const format = type === 'date' ? 'date' : type === 'time' ? 'date-time' : null;
  return `${format === null ? '' : `/** Format: ${format} */\n`}${name}: ${jsonType(field)};`;
}

/** Returns the member of a type in platform-api.d.ts for an answer. */
export const generatedAnswer = (field: Field): string =>
  generatedMember({ ...field, type: field.type === 'enum' ? 'text' : field.type });

/** Returns a text that is not longer than the greatest length of a field. */
export const textExample = (lengthMax?: number) => 'قيمة'.slice(0, lengthMax);

/**
 * Returns a literal of a value that the sandbox accepts. The time is in the past, so that a write which blocks an order
 * until this time blocks no other test.
 */
export function exampleOf({ type, values, lengthMax }: Field): string {
  switch (type) {
    case 'text':
      return `'${textExample(lengthMax)}'`;
    case 'number':
    case 'money':
      return '1';
    case 'date':
      return "'2026-11-21'";
    case 'time':
      return "'2020-01-01T00:00:00Z'";
    case 'boolean':
      return 'true';
    case 'enum':
      return `'${values[0] ?? ''}'`;
  }
}

/** Returns the members of an object literal with an example of each field. */
export const examplesOf = (fields: readonly Field[]): string =>
  fields.map((field) => `${field.name}: ${exampleOf(field)}`).join(', ');

/** Returns an expression that is true if two expressions have the same value of the field. The first can be missing. */
export const sameValue = ({ type }: Field, one: string, other: string): string =>
  type === 'time' ? `Date.parse(${one} ?? '') === Date.parse(${other})` : `${one} === ${other}`;

/** Returns an expression for the value of a field as a text. */
export const asText = (field: Field, owner: string): string =>
  jsonType(field) === 'string' ? `${owner}.${field.name}` : `String(${owner}.${field.name})`;

/** Returns the name of a field in JavaScript, such as holdReason for hold_reason. */
export const camelOf = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
