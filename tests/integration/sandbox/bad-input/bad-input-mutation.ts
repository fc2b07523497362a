import { endpoints, type EndpointName } from 'commerce-platform-client/contract/endpoints';
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

/**
 * The expected result of a request after a mutation: an error such as "400 invalid_request", or `holds` if the request
 * is still valid.
 */
export type Outcome = `${number} ${string}` | 'holds';

/**
 * One change that makes a valid request wrong, and the errors with which the platform may respond to it (by the
 * platform document).
 */
export type Mutation = {
  kind: Kind;
  what: string;
  outcomes: Outcome[];
  /**
   * The path of the wrong field. If the request has only this mistake, details.fields[] of the error must contain
   * exactly this path.
   */
  field?: string;
  /**
   * Applies the change to a request. `salt` selects one of several wrong values. Returns false if the request no longer
   * contains the part to change.
   */
  apply: (draft: Draft, salt: number, stage: Stage) => boolean;
};

/**
 * Returns the expected error for a body that is valid JSON but does not match the endpoint's contract. The status is
 * 422 if the platform document lists it with `invalid_request` for the endpoint, and 400 if it does not.
 */
export function contractRefusal(name: EndpointName): Outcome[] {
  const errors: Readonly<Record<number, readonly string[]>> = endpoints[name].errors;
  return errors[422]?.includes('invalid_request') ? ['422 invalid_request'] : ['400 invalid_request'];
}

export const malformed: Outcome[] = ['400 invalid_request'];
/**
 * The possible errors for a path value that is not an id of the platform. The error is 400 if the platform checks the
 * format of ids, or 404 if it only searches for a record with this id.
 */
export const malformedOrAbsent: Outcome[] = ['400 invalid_request', '404 not_found'];

export type Place = (string | number)[];

/**
 * Sets or removes a value in the request's body. Returns false if the object or array that would contain the value no
 * longer exists.
 */
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
    // In an object literal, a computed key creates a normal property, even for the name `__proto__`. An assignment to
    // this name would change the prototype.
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
