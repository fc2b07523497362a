'use client';

import { useTranslations } from 'next-intl';
import { type FieldError, useController } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/input';
import { TagInput } from '@/components/ui/tag-input';
import { useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

/** A note for the store and tags to find the order by. */
export function NewOrderExtras() {
  const t = useTranslations('newOrder');
  const problemText = useProblemText();
  const { control, register, formState } = useNewOrder();
  const tags = useController({ control, name: 'tags' });
  return (
    <Card title={t('extras.title')}>
      <div className="flex flex-col gap-3">
        <Field label={t('extras.note')} aside={t('optional')} error={problemText(formState.errors.note)}>
          {(field) => <TextArea {...field} {...register('note')} rows={2} />}
        </Field>
        <Field
          label={t('extras.tags')}
          aside={t('optional')}
          hint={t('extras.tagsHint')}
          error={problemText(tags.fieldState.error as FieldError | undefined)}
        >
          {(field) => (
            <TagInput
              {...field}
              tags={tags.field.value}
              onChange={tags.field.onChange}
              removeLabel={t('extras.removeTag')}
            />
          )}
        </Field>
      </div>
    </Card>
  );
}
