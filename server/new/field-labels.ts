import { UsageError } from '@/server/run-command';
import { sentenceOf } from './event-plan';
import type { Field } from './fields';
import { unwritten, type Words } from './plan';

/** The label of a field in both languages, and the names of its values if it is an enum. */
export type FieldLabel = Words & { values: readonly Words[] };

/**
 * Returns the label of a field. `en` and `ar` are the options, such as "Reason", or "Reason: Fraud, Stock" with the
 * names of the values of an enum. Without an option, the English text is the name of the field, and the Arabic text is
 * a text that the developer must write. Throws UsageError if the number of names differs from that of the values.
 */
export function labelOf(field: Field, en: string | undefined, ar: string | undefined): FieldLabel {
  const english = parseLabel(field, en);
  const arabic = parseLabel(field, ar);
  const wordsOf = (name: string, one: string | undefined, other: string | undefined): Words => {
    const text = one ?? sentenceOf(name);
    return { en: text, ar: other ?? `${unwritten} ${text}` };
  };
  return {
    ...wordsOf(field.name.replace(/_minor$/, ''), english.label, arabic.label),
    values: field.values.map((value, index) => wordsOf(value, english.names[index], arabic.names[index])),
  };
}

function parseLabel(
  { name, values }: Field,
  option: string | undefined,
): { label: string | undefined; names: readonly string[] } {
  if (option === undefined || values.length === 0) return { label: option, names: [] };
  const [label = '', list] = option.split(/:(.*)/);
  const names = list === undefined ? [] : list.split(/[,،]/).map((one) => one.trim());
  if (names.length > 0 && names.length !== values.length)
    throw new UsageError(`"${option}" must name ${values.length} values of ${name}: ${values.join(', ')}.`);
  return { label: label.trim(), names };
}
