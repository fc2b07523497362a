import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, FieldValues, ResolverOptions, ResolverResult } from 'react-hook-form';
import type { Reading } from '@/lib/shared/reading';

/**
 * Converts the result of validating a form to the format of a React Hook Form resolver. If a field has several
 * problems, only the first is shown. The `type` of an error is the problem code (see problemCode).
 */
export function resolveReading<Draft extends FieldValues, Value>(
  reading: Reading<Value, string, string>,
  options: ResolverOptions<Draft>,
): ResolverResult<Draft, Value> {
  if (reading.ok) return { values: reading.value, errors: {} };
  const errors: Record<string, FieldError> = {};
  // A problem of the whole list of lines is stored at `lines.root`. At `lines`, it would replace an error of the first
  // line.
  for (const { field, code } of reading.problems)
    errors[field === 'lines' ? 'lines.root' : field] ??= { type: code };
  return { values: {}, errors: toNestErrors<Draft>(errors, options) };
}
