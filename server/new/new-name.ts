import { type ErrorCode, errorStatus } from 'commerce-platform-client/contract/errors';
import { type Scope, scopes } from 'commerce-platform-client/contract/scopes';
import { type OrderStatus, orderStatuses } from 'commerce-platform-client/contract/orders';
import { type Right, rights } from '@/lib/shared/roles/roles';
import { UsageError } from '@/server/run-command';
import { checkFieldName, checkIdentifier, type Field, parseField, parseFields } from './fields';

/** The spellings of a name that the developer chose: one spelling for each place in the code. */
export type NewName = {
  /** The spelling in file names, such as record-payment. */
  kebab: string;
  /** The spelling in names of functions, such as recordPayment. */
  camel: string;
  /** The spelling in names of types and components, such as RecordPayment. */
  pascal: string;
  /** The spelling in kinds of operations, such as record_payment. */
  snake: string;
  /** The spelling on a screen in English, such as "Record payment". */
  sentence: string;
};

/** The HTTP methods that the endpoint of a new write can have. */
const writeMethods = ['POST', 'PUT', 'PATCH'] as const;
type WriteMethod = (typeof writeMethods)[number];

/** The HTTP statuses that the refusal of a new write can have. The app ends a write as refused after both of them. */
const refusalStatuses = [409, 422] as const;
type RefusalStatus = (typeof refusalStatuses)[number];

/** The data of a new write from which the generator (`npm run new`) makes its code. */
export type NewWrite = NewName & {
  method: WriteMethod;
  /** The last part of the endpoint's path, such as payments for POST /orders/{id}/payments. */
  path: string;
  /** The right that a person needs for the write. */
  right: Right;
  scope: Scope;
  /** The fields of the request body, such as reason; at least one. */
  fields: readonly Field[];
  /** The new field of an order that shows what the write has stored, such as hold; null if no field shows it. */
  shows: string | null;
  /** The field of the body if the new field of the order is its value; null if the new field is the whole body. */
  shownField: Field | null;
  /** The letters with which the ids of the requirements begin, such as HLD. */
  ids: string;
  /** The statuses in which the platform refuses the write; null if the developer must write the rule. */
  refuses: readonly OrderStatus[] | null;
  /** The error code of a refusal, such as order_cancelled; conflict if the platform has no code of its own. */
  code: string;
  /** The HTTP status of `code`. */
  codeStatus: RefusalStatus;
  /** The field of the answer; null if the answer is the order. */
  answer: Field | null;
};

/** The options of `npm run new -- write`. */
export type WriteOptions = {
  method?: string;
  path?: string;
  right?: string;
  scope?: string;
  field?: string[];
  shows?: string;
  ids?: string;
  refuses?: string;
  code?: string;
  answer?: string;
};

/** Returns the spellings of a name in kebab-case. Throws UsageError if the name is not in kebab-case. */
export function spell(kebab: string): NewName {
  if (!/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(kebab))
    throw new UsageError(`"${kebab}" is not in kebab-case, like record-payment.`);
  const words = kebab.split('-');
  const pascal = words.map(capitalize).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return {
    kebab,
    camel: checkIdentifier(camel),
    pascal,
    snake: words.join('_'),
    sentence: capitalize(words.join(' ')),
  };
}

/**
 * Returns the spellings of the name of a write, and the values of its options. The name must be a verb of
 * eslint.tiers.mjs and a noun. Throws UsageError if the name has another form, or if the value of an option is not
 * allowed.
 */
export function spellWrite(
  kebab: string,
  verbs: readonly string[],
  {
    method = 'POST',
    path = kebab,
    right = 'edit_orders',
    scope = 'orders:write',
    field = ['value'],
    shows,
    ids = idsOf(kebab),
    refuses,
    code = 'conflict',
    answer,
  }: WriteOptions = {},
): NewWrite {
  const name = spell(kebab);
  const [verb = '', ...noun] = kebab.split('-');
  if (!verbs.includes(verb))
    throw new UsageError(`A write begins with a verb of eslint.tiers.mjs: ${verbs.join(', ')}.`);
  if (noun.length === 0)
    throw new UsageError(`"${kebab}" has no noun. A write is a verb and a noun, like record-payment.`);
  if (!/^[a-z][a-z0-9_-]*$/.test(path))
    throw new UsageError(`"${path}" is no part of a path, like payments.`);
  if (!/^[A-Z]{3,4}$/.test(ids))
    throw new UsageError(`"${ids}" are not three or four capital letters. Pass --ids, like --ids HLD.`);
  const fields = parseFields(field);
  const answered = answer === undefined ? null : parseField(answer);
  // The texts of the card have the values of the fields and of the answer by the name of the field.
  if (fields.some((one) => one.name === answered?.name))
    throw new UsageError(`The field "${answered?.name}" of --answer is also a --field. Rename one of them.`);
  return {
    ...name,
    method: oneOf(writeMethods, method),
    path,
    right: oneOf(rights, right),
    scope: oneOf(scopes, scope),
    fields,
    ...parseShows(shows, fields),
    ids,
    refuses: refuses === undefined ? null : statusesOf(refuses),
    ...parseCode(code),
    answer: answered,
  };
}

/** Returns true if the platform document of the contract has this error code. */
export const isKnownCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatus, code);

/**
 * Parses the option --code, such as order_held or order_held:422. Without a status, it is that of the contract, or 409
 * for a new code. Throws UsageError if the contract has the code with another status, or if the status is not allowed.
 */
function parseCode(option: string): Pick<NewWrite, 'code' | 'codeStatus'> {
  const [code = '', given, ...rest] = option.split(':');
  checkFieldName(code);
  const known = isKnownCode(code) ? errorStatus[code] : undefined;
  const status = known ?? Number(given ?? 409);
  const codeStatus = refusalStatuses.find((one) => one === status);
  if (codeStatus === undefined || rest.length > 0)
    throw new UsageError(
      `--code cannot be "${option}", because its status is ${known ?? rest.at(-1) ?? given} and not ${refusalStatuses.join(' or ')}.`,
    );
  if (given !== undefined && given !== String(codeStatus))
    throw new UsageError(
      `--code cannot be "${option}", because the contract has "${code}" with ${codeStatus}.`,
    );
  return { code, codeStatus };
}

/** Returns the order statuses of the option --refuses, such as cancelled,completed; an empty list for none. */
function statusesOf(option: string): OrderStatus[] {
  const refused = option === 'none' ? [] : option.split(',').map((status) => oneOf(orderStatuses, status));
  if (orderStatuses.every((status) => refused.includes(status)))
    throw new UsageError('--refuses names every status, so the platform never accepts the write.');
  return refused;
}

/**
 * Returns the status of the orders to which the generated tests send a write: the first status for which the platform
 * accepts the write.
 */
export const acceptedStatus = ({ refuses }: Pick<NewWrite, 'refuses'>): OrderStatus =>
  orderStatuses.find((status) => !refuses?.includes(status)) ?? 'placed';

/** Returns the only field of the body. Throws UsageError if there are others. */
function onlyField([field, ...rest]: readonly Field[]): Field {
  if (field && rest.length === 0) return field;
  throw new UsageError(
    '--shows NAME:value needs exactly one --field. Leave out :value, or remove the other fields.',
  );
}

/**
 * Parses --shows: the new field of an order, such as `hold`, or `gift_message:value` if it is the value of the only
 * field. The word `value` and the name of this field mean the same. Throws UsageError if the name cannot be used.
 */
function parseShows(
  shows: string | undefined,
  fields: readonly Field[],
): Pick<NewWrite, 'shows' | 'shownField'> {
  if (shows === undefined) return { shows: null, shownField: null };
  const [name = '', part] = shows.split(':');
  const isValue = part === 'value' || fields.some((field) => field.name === part);
  return { shows: checkShownField(isValue ? name : shows), shownField: isValue ? onlyField(fields) : null };
}

/**
 * Returns the name of the new field of an order. Throws UsageError if the generated code cannot have a variable with
 * this name, because it is a word of TypeScript or the name of another variable.
 */
function checkShownField(name: string): string {
  if (['order', 'body'].includes(name))
    throw new UsageError(`--shows cannot be "${name}", because the generated code has another "${name}".`);
  return checkIdentifier(checkFieldName(name));
}

/** Returns the first three letters of the last word, such as PAY for record-payment. */
const idsOf = (kebab: string) => (kebab.split('-').at(-1) ?? '').slice(0, 3).toUpperCase();

function oneOf<Value extends string>(values: readonly Value[], given: string): Value {
  const value = values.find((one) => one === given);
  if (value === undefined) throw new UsageError(`"${given}" is none of these: ${values.join(', ')}.`);
  return value;
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
