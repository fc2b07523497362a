import ts from 'typescript';
import { type Scope, scopes } from 'commerce-platform-client/contract/scopes';
import { type Right, rights } from '@/lib/shared/roles/roles';
import { UsageError } from '@/server/run-command';

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

/** The data of a new write from which the generator (`npm run new`) makes its code. */
export type NewWrite = NewName & {
  /** The last part of the endpoint's path, such as payments for POST /orders/{id}/payments. */
  path: string;
  /** The right that a person needs for the write. */
  right: Right;
  scope: Scope;
};

/** The options of `npm run new -- write`. */
export type WriteOptions = { path?: string; right?: string; scope?: string };

/** Returns the spellings of a name in kebab-case. Throws UsageError if the name is not in kebab-case. */
export function spell(kebab: string): NewName {
  if (!/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(kebab))
    throw new UsageError(`"${kebab}" is not in kebab-case, like record-payment.`);
  const words = kebab.split('-');
  const pascal = words.map(capitalize).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, camel);
  if (scanner.scan() !== ts.SyntaxKind.Identifier)
    throw new UsageError(`"${camel}" is a word of TypeScript, so it cannot be a name.`);
  return {
    kebab,
    camel,
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
  { path = kebab, right = 'edit_orders', scope = 'orders:write' }: WriteOptions = {},
): NewWrite {
  const name = spell(kebab);
  const [verb = '', ...noun] = kebab.split('-');
  if (!verbs.includes(verb))
    throw new UsageError(`A write begins with a verb of eslint.tiers.mjs: ${verbs.join(', ')}.`);
  if (noun.length === 0)
    throw new UsageError(`"${kebab}" has no noun. A write is a verb and a noun, like record-payment.`);
  if (!/^[a-z][a-z0-9_-]*$/.test(path))
    throw new UsageError(`"${path}" is no part of a path, like payments.`);
  return { ...name, path, right: oneOf(rights, right), scope: oneOf(scopes, scope) };
}

function oneOf<Value extends string>(values: readonly Value[], given: string): Value {
  const value = values.find((one) => one === given);
  if (value === undefined) throw new UsageError(`"${given}" is none of these: ${values.join(', ')}.`);
  return value;
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
