import { ownAttribute } from '@/lib/orders/own-attribute';
import { latinDigits } from '@/lib/shared/numbers/money';
import { isStorableJson } from '@/lib/shared/text/storable-text';

/**
 * Type of the value of an order attribute. The app's attributes have simple values only (platform: OrderAttributes).
 */
export type AttributeType = 'text' | 'number' | 'yes_no';

/**
 * Limits of the attributes of an order (platform: Limits, attributes). Sizes are in UTF-8 bytes. The total is the size
 * of all attributes as the JSON text that is sent.
 */
export const attributeLimits = { keysMax: 20, valueBytesMax: 1_000, totalBytesMax: 8_192 };

export type AttributeProblem =
  | 'key_missing'
  | 'key_shape'
  | 'key_taken'
  | 'value_long'
  | 'value_damaged'
  | 'not_a_number'
  | 'too_many'
  | 'total_long';

/** One attribute of an order as the user typed it, with the attributes that the order already has. */
export type AttributeDraft = {
  attributes: Record<string, unknown>;
  /** Key of the attribute that the user is changing; null for a new attribute. */
  currentKey: string | null;
  key: string;
  type: AttributeType;
  text: string;
};

export type AttributeReading = {
  problem: AttributeProblem | null;
  value: string | number | boolean;
  valueBytes: number;
  keys: number;
  totalBytes: number;
};

/** Attribute keys that the user cannot choose: the key with the app's operation id, and the reference chip. */
const reservedKeys = [ownAttribute, 'reference'];
const keyShape = /^[a-z0-9_.-]{1,64}$/;

/**
 * Validates an attribute that the user typed. Sizes are measured against the limits in the same way as the platform
 * measures them.
 */
export function readAttribute(draft: AttributeDraft): AttributeReading {
  const { attributes, currentKey, key, type, text } = draft;
  const value = valueOf(type, text);
  const merged = new Map(Object.entries(attributes));
  merged.set(key, value);
  const counted = {
    value,
    valueBytes: typeof value === 'string' ? utf8Bytes(value) : 0,
    keys: merged.size,
    totalBytes: attributeBytes(Object.fromEntries(merged)),
  };
  return {
    ...counted,
    problem: problemOf(draft, counted, currentKey === null && Object.hasOwn(attributes, key)),
  };
}

function problemOf(
  { key }: AttributeDraft,
  counted: Omit<AttributeReading, 'problem'>,
  isTaken: boolean,
): AttributeProblem | null {
  if (key === '') return 'key_missing';
  // The key `__proto__` is refused although it fits the pattern, because it is special in JavaScript objects.
  if (!keyShape.test(key) || key === '__proto__') return 'key_shape';
  if (isTaken || reservedKeys.includes(key)) return 'key_taken';
  if (Number.isNaN(counted.value)) return 'not_a_number';
  if (!isStorableJson(counted.value)) return 'value_damaged';
  if (counted.valueBytes > attributeLimits.valueBytesMax) return 'value_long';
  if (counted.keys > attributeLimits.keysMax) return 'too_many';
  return counted.totalBytes > attributeLimits.totalBytesMax ? 'total_long' : null;
}

function valueOf(type: AttributeType, text: string): string | number | boolean {
  if (type === 'yes_no') return text === 'true';
  if (type === 'text') return text;
  const number = latinDigits(text).trim().replace('٫', '.');
  // A number with more than 15 digits is refused, because JSON would not keep all of its digits.
  const isExact = /^-?\d+(\.\d+)?$/.test(number) && number.replace(/\D/g, '').length <= 15;
  return isExact ? Number(number) : Number.NaN;
}

/** Size of all attributes of an order in UTF-8 bytes, as it counts against the platform's limit. */
export function attributeBytes(attributes: object): number {
  return utf8Bytes(JSON.stringify(attributes));
}

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;
