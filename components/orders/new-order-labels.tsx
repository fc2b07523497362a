'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { type FieldError, useController } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { TagInput } from '@/components/ui/tag-input';
import { NewOrderAttributes } from './new-order-attributes';
import { useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

/** Tags to find the order by, and values kept with it. `isAsked`: somebody has just opened it, and goes on here. */
export function NewOrderLabels({ isAsked }: { isAsked: boolean }) {
  const t = useTranslations('newOrder');
  const problemText = useProblemText();
  const { control } = useNewOrder();
  const tags = useController({ control, name: 'tags' });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) box.current?.querySelector('input')?.focus();
  }, [isAsked]);
  return (
    <div ref={box} className="flex flex-col gap-4">
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
      <NewOrderAttributes />
    </div>
  );
}
