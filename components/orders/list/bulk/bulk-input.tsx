'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TagInput } from '@/components/ui/form/tag-input';
import type { BulkRequestDraft, BulkKind } from '@/lib/orders/bulk/bulk-actions';
import { settableStatuses } from '@/lib/orders/order-status';
import { FulfillChoice, type FulfillInput } from './fulfill-choice';

type BulkInputProps = {
  formId: string;
  kind: BulkKind;
  orderIds: string[];
  onRequest: (request: BulkRequestDraft) => void;
};

/** The platform's limits: tags in one request, and the length of one tag (platform: PAT-2, LIST-1). */
const tagsMax = 10;
const tagLengthMax = 40;

type TagProblem = 'noTags' | 'manyTags' | 'longTag';

/** The input for one kind of bulk run. It is sent only when it is complete and valid. */
export function BulkInput({ formId, kind, orderIds, onRequest }: BulkInputProps) {
  const t = useTranslations('bulk.input');
  const tStatus = useTranslations('orderStatus');
  const [tags, setTags] = useState<string[]>([]);
  const [status, setStatus] = useState<(typeof settableStatuses)[number] | ''>('');
  const [fulfillment, setFulfillment] = useState<FulfillInput>({ status: 'shipped', provider: '' });
  const [isTried, setIsTried] = useState(false);
  const tagProblem = problemOf(tags, kind);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const targets = orderIds.map((orderId) => ({ orderId }));
    if (kind === 'add_tags' || kind === 'remove_tags') {
      if (!tagProblem) onRequest({ kind, input: { tags }, targets });
    } else if (kind === 'fulfill_orders') {
      const provider = fulfillment.provider.trim() || null;
      onRequest({ kind, input: { status: fulfillment.status, provider }, targets });
    } else if (status !== '') onRequest({ kind, input: { status }, targets });
  };
  return (
    <form id={formId} noValidate onSubmit={submit}>
      {kind === 'set_order_status' && (
        <Field
          label={t('status')}
          hint={t('statusHint')}
          error={isTried && status === '' ? t('noStatus') : undefined}
        >
          {(control) => (
            <Select
              {...control}
              value={status}
              onChange={(event) =>
                setStatus(settableStatuses.find((known) => known === event.target.value) ?? '')
              }
            >
              <option value="">{t('chooseStatus')}</option>
              {settableStatuses.map((known) => (
                <option key={known} value={known}>
                  {tStatus(known)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {(kind === 'add_tags' || kind === 'remove_tags') && (
        // Reserves the height of one line of tags. Pressing the button below may add a tag, and the button must not
        // move.
        <div className="min-h-38">
          <Field
            label={t('tags')}
            hint={t(kind === 'add_tags' ? 'addHint' : 'removeHint')}
            error={isTried && tagProblem ? t(tagProblem, { max: tagsMax, length: tagLengthMax }) : undefined}
          >
            {(control) => (
              <TagInput {...control} tags={tags} onChange={setTags} removeLabel={t('removeTag')} />
            )}
          </Field>
        </div>
      )}
      {kind === 'fulfill_orders' && <FulfillChoice value={fulfillment} onChange={setFulfillment} />}
    </form>
  );
}

function problemOf(tags: string[], kind: BulkKind): TagProblem | null {
  if (tags.length === 0) return 'noTags';
  if (kind === 'add_tags' && tags.length > tagsMax) return 'manyTags';
  return tags.some((tag) => tag.length > tagLengthMax) ? 'longTag' : null;
}
