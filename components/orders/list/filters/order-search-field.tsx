'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { SearchField } from '@/components/ui/form/search-field';
import type { ChangeFilters } from './use-order-filters';

type OrderSearchFieldProps = { q: string; change: ChangeFilters; searching: boolean };

/** Search field of the orders list. The search text is stored in the URL. */
export function OrderSearchField({ q, change, searching }: OrderSearchFieldProps) {
  const t = useTranslations('orders.search');
  const search = useCallback(
    (words: string) => change((now) => ({ ...now, q: words || undefined }), 'replace'),
    [change],
  );
  return (
    <SearchField
      q={q}
      onSearch={search}
      words={{ label: t('label'), placeholder: t('placeholder'), clear: t('clear') }}
      searching={searching}
    />
  );
}
