'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

const loadLabels = () => import('./new-order-labels').then(({ NewOrderLabels }) => NewOrderLabels);

/**
 * Optional parts of the new order form: a note for the store, and tags and attributes. Tags and attributes are shown
 * only after a button press.
 */
export function NewOrderExtras() {
  const t = useTranslations('newOrder');
  const problemText = useProblemText();
  const { control, register, formState } = useNewOrder();
  const [tags, attributes] = useWatch({ control, name: ['tags', 'attributes'] });
  const [isOpen, setOpen] = useState(false);
  const { note, tags: tagsError, attributes: attributesError } = formState.errors;
  const isWanted =
    isOpen || tags.length > 0 || attributes.length > 0 || Boolean(tagsError) || Boolean(attributesError);
  const [isFailed, setFailed] = useState(false);
  const renderLabels = useLazy(loadLabels, isWanted && !isFailed, () => setFailed(true));
  return (
    <Card title={t('extras.title')}>
      <div className="flex flex-col gap-3">
        <Field label={t('extras.note')} aside={t('optional')} error={problemText(note)}>
          {(field) => <TextArea {...field} {...register('note')} rows={2} />}
        </Field>
        {isWanted && renderLabels?.({ takesFocus: isOpen })}
        {isWanted && !renderLabels && !isFailed && <Spinner />}
        {(!isWanted || isFailed) && (
          <Button
            className="self-start"
            onClick={() => {
              setOpen(true);
              setFailed(false);
            }}
          >
            <Plus aria-hidden className="size-4" />
            {t('extras.more')}
          </Button>
        )}
      </div>
    </Card>
  );
}
