/**
 * Result of parsing a form's draft: the value, or the problems in the order of the form's fields. A problem names its
 * field by its path in the draft; `root` is the whole form.
 */
export type Reading<Value, Field extends string, Code extends string> =
  | { ok: true; value: Value }
  | { ok: false; problems: { field: Field; code: Code }[] };
