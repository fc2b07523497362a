import { ownAttribute } from '@/lib/orders/own-attribute';
import { latinDigits } from '@/lib/shared/numbers/money';
import { isStorableJson } from 'commerce-platform-client/contract/storable-text';

/** Type of an attribute value that the app can write. The app writes only simple values (platform: OrderAttributes). */
export type AttributeType = 'text' | 'number' | 'yes_no';

/**
 * Limits of the attributes of an order (platform: Limits, attributes). Sizes are in UTF-8 bytes. `totalBytesMax` limits
 * the JSON text of all attributes together.
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

/** An attribute that the user is typing, and the attributes that the order already has. */
export type AttributeDraft = {
  attributes: Record<string, unknown>;
  /** Key of the attribute that the user changes; null if the user adds an attribute. */
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

/**
 * Keys of attributes that the user cannot choose, because the app uses them: one for the operation id, one for the
 * order's reference.
 */
const reservedKeys = [ownAttribute, 'reference'];
const keyShape = /^[a-z0-9_.-]{1,64}$/;

/** Checks an attribute that the user typed. Sizes are computed in the same way as the platform computes them. */
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
  // The key `__proto__` has a special meaning in JavaScript objects, so it is refused.
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
  // A number with more than 15 digits is refused, because some digits would be lost in JSON.
  const isExact = /^-?\d+(\.\d+)?$/.test(number) && number.replace(/\D/g, '').length <= 15;
  return isExact ? Number(number) : Number.NaN;
}

/** Size of all attributes of an order together, in UTF-8 bytes, as the platform counts it. */
export function attributeBytes(attributes: object): number {
  return utf8Bytes(JSON.stringify(attributes));
}

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;
