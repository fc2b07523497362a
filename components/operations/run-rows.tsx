'use client';

import { CircleAlert, CircleCheck, CircleSlash, Clock, Eye } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { NumberText } from '@/components/ui/text/number-text';
import type { BulkItemState, BulkItemView, BulkRunView } from '@/lib/operations/bulk/bulk-run';
import { ItemOrder, ItemVariant } from './item-subject';
import { ItemReason } from './item-reason';

/**
 * Groups of the items of a bulk run (one action on many orders or variants), by the state of the item. The groups that
 * need the merchant's attention come first.
 */
const groups = {
  refused: ['refused'],
  outcomeUnknown: ['needs_review'],
  remaining: ['waiting', 'sent'],
  succeeded: ['succeeded'],
  skipped: ['skipped'],
  cancelled: ['cancelled'],
} as const satisfies Partial<Record<keyof BulkRunView, readonly BulkItemState[]>>;

type Group = keyof typeof groups;
const groupNames = Object.keys(groups) as Group[];

type RunRowsProps = { installId: string; run: BulkRunView; items: BulkItemView[] };

/** Returns true if the item failed, or if a user must check its outcome. */
const needsAttention = ({ state }: BulkItemView) => state === 'refused' || state === 'needs_review';

/** Returns true if the item waits or is being sent. Its state can then change at any moment. */
const isUnderWay = ({ state }: BulkItemView) => state === 'waiting' || state === 'sent';

/**
 * List of the items of a bulk run (orders or product variants), each with its result, in the sequence in which the user
 * selected them. After the last item has ended, the items that need the user's attention come first. Before that, no
 * row moves, because the user may be about to press a row. Buttons limit the list to one group of states.
 */
export function RunRows({ installId, run, items }: RunRowsProps) {
  const t = useTranslations('bulk.rows');
  const tStock = useTranslations('stockSheet.rows');
  const ofStock = run.work.kind === 'adjust_stock';
  const [group, setGroup] = useState<Group | null>(null);
  const chosen = group !== null && run[group] > 0 ? group : null;
  const states: readonly BulkItemState[] | null = chosen && groups[chosen];
  const shown = states
    ? items.filter(({ state }) => states.includes(state))
    : items.some(isUnderWay)
      ? items
      : items.toSorted((one, other) => Number(needsAttention(other)) - Number(needsAttention(one)));
  const some = groupNames.filter((name) => run[name] > 0);
  return (
    <section aria-label={ofStock ? tStock('label') : t('label')} className="flex flex-col gap-3">
      {some.length > 1 && (
        <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-2">
          {[null, ...some].map((name) => (
            <Button
              key={name ?? 'all'}
              variant={name === chosen ? 'chosen' : 'secondary'}
              aria-pressed={name === chosen}
              className="rounded-full!"
              onClick={() => setGroup(name)}
            >
              {t(`group.${name ?? 'all'}`)}
              <span className="text-ink-soft">
                <NumberText value={name === null ? run.total : run[name]} />
              </span>
            </Button>
          ))}
        </div>
      )}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {shown.map((item) => (
          <RunRow key={item.position} installId={installId} {...item} />
        ))}
      </ul>
    </section>
  );
}

const styles = {
  waiting: { Icon: Clock, color: 'text-ink-soft' },
  sent: { Icon: Clock, color: 'text-info' },
  succeeded: { Icon: CircleCheck, color: 'text-good' },
  refused: { Icon: CircleAlert, color: 'text-bad' },
  needs_review: { Icon: Eye, color: 'text-warn' },
  skipped: { Icon: CircleSlash, color: 'text-ink-soft' },
  cancelled: { Icon: CircleSlash, color: 'text-ink-soft' },
} as const satisfies Record<BulkItemState, object>;

/**
 * Row of one item of a bulk run. A bulk run can have a thousand items, and only rows that have changed should render
 * again. All props of the row are therefore plain values, which React's memo can compare. The one object is `firstItem`:
 * React Query keeps it while its values are the same.
 */
const RunRow = memo(function RunRow(props: BulkItemView & { installId: string }) {
  const { state, reason } = props;
  const t = useTranslations('bulk.rows');
  const { Icon, color } = styles[state];
  return (
    <li
      data-state={state}
      className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-1.5 max-sm:pb-3 text-sm"
    >
      {props.orderId === undefined ? <ItemVariant {...props} /> : <ItemOrder {...props} />}
      <span className="ms-auto flex min-w-0 items-center gap-2">
        <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
        <span className="font-semibold">{t(`state.${state}`)}</span>
      </span>
      <ItemReason state={state} reason={reason} ofStock={props.orderId === undefined} />
    </li>
  );
});
