'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TagInput } from '@/components/ui/form/tag-input';
import type { BulkRequestDraft, BulkKind } from '@/lib/orders/bulk/bulk-actions';
import { settableStatuses } from '@/lib/orders/order-status';
import { FulfillChoice, type FulfillInput } from './fulfill-choice';

/** Values that the user enters for a bulk run (one action on many orders). Each kind of run uses only some of them. */
export type BulkValues = {
  tags: string[];
  status: (typeof settableStatuses)[number] | '';
  fulfillment: FulfillInput;
};

type BulkInputProps = {
  kind: BulkKind;
  values: BulkValues;
  /**
   * True after the user has first pressed the button that continues to the preview. Problems of the values
   * are shown only after that.
   */
  isTried: boolean;
  onChange: (change: Partial<BulkValues>) => void;
};

/** Maximum number of tags in one request, and maximum number of characters in one tag (platform: PAT-2, LIST-1). */
const tagsMax = 10;
const tagLengthMax = 40;

type TagProblem = 'noTags' | 'manyTags' | 'longTag';

/** Fields for the values of one kind of bulk run. */
export function BulkInput({ kind, values, isTried, onChange }: BulkInputProps) {
  const t = useTranslations('bulk.input');
  const tStatus = useTranslations('orderStatus');
  const { tags, status, fulfillment } = values;
  const tagProblem = problemOf(tags, kind);
  return (
    <>
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
                onChange({ status: settableStatuses.find((known) => known === event.target.value) ?? '' })
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
        // Reserves the height of one row of tags. A press on the button below may add the tag that the user
        // has typed. Without the reserved height, the new row of tags would move the button.
        <div className="min-h-38">
          <Field
            label={t('tags')}
            hint={t(kind === 'add_tags' ? 'addHint' : 'removeHint')}
            error={isTried && tagProblem ? t(tagProblem, { max: tagsMax, length: tagLengthMax }) : undefined}
          >
            {(control) => (
              <TagInput
                {...control}
                tags={tags}
                onChange={(changed) => onChange({ tags: changed })}
                removeLabel={t('removeTag')}
              />
            )}
          </Field>
        </div>
      )}
      {kind === 'fulfill_orders' && (
        <FulfillChoice value={fulfillment} onChange={(changed) => onChange({ fulfillment: changed })} />
      )}
    </>
  );
}

/** Builds the request of a bulk run from the entered values. Returns null if values are missing or invalid. */
export function bulkRequestOf(
  kind: BulkKind,
  { tags, status, fulfillment }: BulkValues,
  orderIds: string[],
): BulkRequestDraft | null {
  const targets = orderIds.map((orderId) => ({ orderId }));
  if (kind === 'add_tags' || kind === 'remove_tags')
    return problemOf(tags, kind) ? null : { kind, input: { tags }, targets };
  if (kind === 'set_order_status') return status === '' ? null : { kind, input: { status }, targets };
  const provider = fulfillment.provider.trim() || null;
  return { kind, input: { status: fulfillment.status, provider }, targets };
}

function problemOf(tags: string[], kind: BulkKind): TagProblem | null {
  if (tags.length === 0) return 'noTags';
  if (kind === 'add_tags' && tags.length > tagsMax) return 'manyTags';
  return tags.some((tag) => tag.length > tagLengthMax) ? 'longTag' : null;
}
