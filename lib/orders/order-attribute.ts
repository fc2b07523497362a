import { ownAttribute } from '@/lib/orders/own-attribute';
import { latinDigits } from '@/lib/shared/numbers/money';
import { isStorableJson } from '@/lib/shared/text/storable-text';

/** Type of an attribute value: a scalar in the app's own namespace (platform: OrderAttributes). */
export type AttributeType = 'text' | 'number' | 'yes_no';

/**
 * platform: Limits, attributes. Sizes are UTF-8 bytes; the total is the size of all attributes as the JSON that is
 * sent.
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

/** One attribute as typed, with the attributes that the order has. */
export type AttributeDraft = {
  attributes: Record<string, unknown>;
  /** The attribute's current key; null for a new attribute. */
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

/** Reserved keys: the app's own mark and the reference chip. */
const reservedKeys = [ownAttribute, 'reference'];
const keyShape = /^[a-z0-9_.-]{1,64}$/;

/** Validates a typed attribute, and measures it against the limits in the same way as the platform. */
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
  // `__proto__` is not a valid key, although it fits the pattern.
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
  // A number with more digits than JSON preserves would be read back with other digits.
  const isExact = /^-?\d+(\.\d+)?$/.test(number) && number.replace(/\D/g, '').length <= 15;
  return isExact ? Number(number) : Number.NaN;
}

/** Size of all attributes in UTF-8 bytes, as it counts against the limit. */
export function attributeBytes(attributes: object): number {
  return utf8Bytes(JSON.stringify(attributes));
}

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;
