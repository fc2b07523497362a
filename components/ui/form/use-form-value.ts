import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';

type Form<Values extends FieldValues, Read> = UseFormReturn<Values, unknown, Read>;

/**
 * What a form holds under a name, and a function that changes it: for what is no plain input. useController does the
 * same with a kilobyte more on the first load of every page that has a form.
 */
export function useFormValue<Values extends FieldValues, Read, Name extends FieldPath<Values>>(
  { control, setValue, formState }: Form<Values, Read>,
  name: Name,
): [FieldPathValue<Values, Name>, (next: FieldPathValue<Values, Name>) => void] {
  const value = useWatch({ control, name });
  const { isSubmitted } = formState;
  return [value, (next) => setValue(name, next, { shouldDirty: true, shouldValidate: isSubmitted })];
}
