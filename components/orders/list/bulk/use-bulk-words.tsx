import { useFormatter, useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import type { BulkKind, BulkRequestDraft } from '@/lib/orders/bulk/bulk-actions';

type BulkWordsOptions = {
  kind: BulkKind;
  /** Number of selected orders. */
  selected: number;
  /** The request that the server checked, and the number of orders that it would change; null before the check. */
  checked: { request: BulkRequestDraft; okCount: number } | null;
};

/**
 * Returns the title, the description and the start button of the dialog of a bulk run (one action on many orders). After
 * the check, the title and the button name what is done: the tags or the status, and the number of orders.
 */
export function useBulkWords(options: BulkWordsOptions): {
  title: ReactNode;
  description: ReactNode;
  start: string;
} {
  const { kind, selected, checked } = options;
  const t = useTranslations('bulk.dialog');
  const tFulfill = useTranslations('bulk.fulfill');
  const tStatus = useTranslations('orderStatus');
  const format = useFormatter();
  const description = t('orders', { count: selected });
  if (!checked || checked.okCount === 0)
    return { title: t(`title.${kind}`), description, start: t('startNone') };
  const { request, okCount: count } = checked;
  switch (request.kind) {
    case 'fulfill_orders': {
      const { status, provider } = request.input;
      return {
        title: t('checked.fulfill_orders', { count }),
        description: (
          <>
            {description} · {tFulfill(status)}
            {provider && (
              <>
                {' · '}
                <bdi>{provider}</bdi>
              </>
            )}
          </>
        ),
        start: t('start.fulfill_orders', { count }),
      };
    }
    case 'set_order_status': {
      const status = tStatus(request.input.status);
      return {
        title: t('checked.set_order_status', { count, status }),
        description,
        start: t('start.set_order_status', { count, status }),
      };
    }
    default: {
      const { tags } = request.input;
      const tagCount = tags.length;
      const quoted = tags.map((tag) => (
        <Fragment key={tag}>{t.rich('quoted', { tag: () => <bdi key="tag">{tag}</bdi> })}</Fragment>
      ));
      return {
        title: t.rich(`checked.${request.kind}`, { count, tagCount, tags: () => format.list(quoted) }),
        description,
        start: t(`start.${request.kind}`, { count, tagCount }),
      };
    }
  }
}
