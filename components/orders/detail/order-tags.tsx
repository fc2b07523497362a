'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { TagInput } from '@/components/ui/form/tag-input';
import { useToast } from '@/components/ui/feedback/toast';
import { useIsOff } from '@/components/ui/role-context';
import { tagChange, tagLimits } from '@/lib/orders/order/tag-changes';
import type { OrderView } from '@/lib/orders/order-view';
import type { OrderActions, OrderTarget } from './use-order-write';
import { useTagChanges } from './use-tag-changes';
import { WriteProblem } from './write-problem';
import { WriteScopeNote } from './write-scope-note';

type OrderTagsProps = { target: OrderTarget; view: OrderView; action: OrderActions['changeOrder'] };

/**
 * The order's tags, which all users and apps share. A write names only the tags to add and to
 * remove, and never the whole list. The tags of other users are therefore not lost.
 */
export function OrderTags({ target, view, action }: OrderTagsProps) {
  const t = useTranslations('orderPage.tags');
  const toast = useToast();
  const isOff = useIsOff('tag_orders', 'orders:write');
  const [tooLong, setTooLong] = useState<number | null>(null);
  const { tags, pending, applyChange, write } = useTagChanges(target, view, action);

  const change = (after: string[]) => {
    const changed = tagChange(tags, after);
    applyChange(changed);
    for (const tag of changed.remove)
      toast({
        text: t.rich('removed', { tag: () => <bdi key="tag">{tag}</bdi> }),
        action: { label: t('undo'), onPress: () => applyChange({ add: [tag], remove: [] }) },
      });
  };

  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t('label')}
        hint={
          !isOff && (
            <>
              <span className="pointer-coarse:hidden">{t('hint')}</span>
              <span className="hidden pointer-coarse:inline">{t('hintTouch')}</span>
            </>
          )
        }
        error={tooLong === null ? undefined : t('tooLong', { count: tooLong, max: tagLimits.lengthMax })}
      >
        {(control) => (
          <TagInput
            {...control}
            tags={tags}
            pending={pending}
            onChange={change}
            removeLabel={t('remove')}
            lengthMax={tagLimits.lengthMax}
            onTooLong={setTooLong}
            disabled={isOff}
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {pending.size > 0 && t('sending')}
      </p>
      {isOff && <WriteScopeNote needs="tag_orders" />}
      {!write.sending && (
        <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
      )}
    </div>
  );
}
