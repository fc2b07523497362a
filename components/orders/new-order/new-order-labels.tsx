'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { FieldError } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { TagInput } from '@/components/ui/form/tag-input';
import { useFormValue } from '@/components/ui/form/use-form-value';
import { NewOrderAttributes } from './new-order-attributes';
import { useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

/**
 * Fields for tags, by which the order can be found, and for attributes, which are stored with the order. `takesFocus`
 * is true if the user has just opened this part of the form.
 */
export function NewOrderLabels({ takesFocus }: { takesFocus: boolean }) {
  const t = useTranslations('newOrder');
  const problemText = useProblemText();
  const form = useNewOrder();
  const [tags, changeTags] = useFormValue(form, 'tags');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className="flex flex-col gap-4">
      <Field
        label={t('extras.tags')}
        aside={t('optional')}
        hint={t('extras.tagsHint')}
        error={problemText(form.formState.errors.tags as FieldError | undefined)}
      >
        {(field) => (
          <TagInput {...field} tags={tags} onChange={changeTags} removeLabel={t('extras.removeTag')} />
        )}
      </Field>
      <NewOrderAttributes />
    </div>
  );
}
