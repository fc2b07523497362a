import { type OperationName, operations } from '@/lib/platform/contract/operations';
import type { Draft, Json } from './bad-input-request';
import { isObject } from './bad-input-schema';
import type { Stage } from './bad-input-world';

export const kinds = [
  'malformed JSON',
  'wrong type',
  'missing key',
  'extra key',
  'over-long value',
  'bad value',
  '__proto__',
  'NUL',
  'lone surrogate',
  'bad number',
  '64-bit integer',
  'deep nesting',
  'foreign id',
  'duplicate key',
  'bad encoding',
  'large body',
  'idempotency key',
  'bad token',
  'bad path',
  'harmless',
] as const;
export type Kind = (typeof kinds)[number];

/** "400 invalid_request", or that the request still holds. */
export type Outcome = `${number} ${string}` | 'holds';

/** One way to spoil a request, and what the document lets it be answered with. */
export type Mutation = {
  kind: Kind;
  what: string;
  outcomes: Outcome[];
  /** Where details.fields[] has to point when nothing else is wrong. */
  field?: string;
  /** salt picks among its values; false when the place is gone. */
  apply: (draft: Draft, salt: number, stage: Stage) => boolean;
};

const hasUnprocessable: OperationName[] = ['createOrder', 'patchOrder'];

/** What a well-formed body that fails the contract is answered with: 422 where the operation lists it. */
export function contractRefusal(name: OperationName): Outcome[] {
  return hasUnprocessable.includes(name) ? ['422 invalid_request'] : ['400 invalid_request'];
}

export const malformed: Outcome[] = ['400 invalid_request'];
/** For what is no fit name of anything: refused as a parameter, or not found. */
export const malformedOrAbsent: Outcome[] = ['400 invalid_request', '404 not_found'];

export const takesBody = (name: OperationName) => 'body' in operations[name];

export type Place = (string | number)[];

/** Puts a value into the body, or takes it out; false when what is around it is gone. */
export function setAt(draft: Draft, place: Place, value: Json | undefined): boolean {
  const changed = changeAt(draft.body ?? null, place, value);
  if (changed === undefined) return false;
  draft.body = changed;
  return true;
}

function changeAt(current: Json, [key, ...rest]: Place, value: Json | undefined): Json | undefined {
  if (key === undefined) return value;
  if (Array.isArray(current) && typeof key === 'number') {
    const inner = current[key];
    const changed = inner === undefined ? undefined : changeAt(inner, rest, value);
    return changed === undefined
      ? undefined
      : current.map((entry, index) => (index === key ? changed : entry));
  }
  if (!isObject(current) || typeof key !== 'string') return undefined;
  if (rest.length === 0) {
    // A computed key is an own property, whatever its name.
    const { [key]: _, ...others } = current;
    return value === undefined ? others : { ...others, [key]: value };
  }
  const inner = Object.hasOwn(current, key) ? current[key] : undefined;
  const changed = inner === undefined ? undefined : changeAt(inner, rest, value);
  return changed === undefined ? undefined : { ...current, [key]: changed };
}

export function pickOf<Value>(values: readonly Value[], salt: number): Value {
  const value = values[salt % values.length];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}
