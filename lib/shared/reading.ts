/**
 * Result of parsing the content of a form: the value, or the problems in the sequence of the form. The field of a
 * problem is a path in the form; `root` means the whole form.
 */
export type Reading<Value, Field extends string, Code extends string> =
  | { ok: true; value: Value }
  | { ok: false; problems: { field: Field; code: Code }[] };
