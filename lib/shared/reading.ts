/**
 * The result of reading a form's draft: the value, or the problems in the order of the form. A problem names its field
 * by the path in the draft; `root` is the whole form.
 */
export type Reading<Value, Field extends string, Code extends string> =
  | { ok: true; value: Value }
  | { ok: false; problems: { field: Field; code: Code }[] };
