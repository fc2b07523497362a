'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { SearchField } from '@/components/ui/form/search-field';
import { useRight } from '@/components/ui/role-context';
import { useMissingScopes } from '@/components/ui/scopes-context';
import type { ChangeFilters } from './use-order-filters';

type OrderSearchFieldProps = { q: string; change: ChangeFilters; searching: boolean };

/**
 * Search field of the orders list. Only users who may see customers can find orders by a customer. Names are encrypted,
 * so they are found only by whole words.
 */
export function OrderSearchField({ q, change, searching }: OrderSearchFieldProps) {
  const t = useTranslations('orders.search');
  const isScopeMissing = useMissingScopes('clients:read').length > 0;
  const mayKnow = useRight('see_personal_data') && !isScopeMissing;
  const search = useCallback(
    (words: string) => change((now) => ({ ...now, q: words || undefined }), 'replace'),
    [change],
  );
  return (
    <SearchField
      q={q}
      onSearch={search}
      words={{
        label: t('label'),
        placeholder: t(mayKnow ? 'placeholderCustomer' : 'placeholder'),
        clear: t('clear'),
      }}
      searching={searching}
    />
  );
}
