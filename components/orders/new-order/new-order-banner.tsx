'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { reloadPage, useNewVersion } from '@/components/ui/feedback/new-version';
import { useRoleText } from '@/components/ui/role-context';
import { installPath } from '@/lib/shared/install-path';
import { knownKey } from '@/lib/shared/known-key';
import type { EarlierWrite } from '@/lib/orders/new-order/new-order-draft';
import type { ComposerOutcome } from './use-create-order';

type NewOrderBannerProps = {
  installId: string;
  outcome: ComposerOutcome | EarlierWrite | null;
  restored: boolean;
  onStartOver: () => void;
  /** Saves the form as a new draft, from which another order can be created. */
  onSaveAsNew: () => void;
};

/** Error codes of refusals that have a text of their own here. kinds.test.ts compares them with the endpoints. */
export const refusalReasons = {
  insufficient_stock: true,
  variant_not_found: true,
  variant_unavailable: true,
  payment_method_disabled: true,
  currency_not_allowed: true,
  invalid_request: true,
  forbidden: true,
};

/** Banner with the result of the last button press. At most one banner is shown. */
export function NewOrderBanner({
  installId,
  outcome,
  restored,
  onStartOver,
  onSaveAsNew,
}: NewOrderBannerProps) {
  const t = useTranslations('newOrder.outcome');
  const tRight = useTranslations('problem.no_right');
  const tDraft = useTranslations('newOrder.draft');
  const tVersion = useTranslations('problem.new_version');
  const isOutdated = useNewVersion() === 'required';
  const roleText = useRoleText();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // If a field is invalid, that field already has the focus. The banner then does not take the focus.
    if (outcome && !document.querySelector('form [aria-invalid="true"]')) ref.current?.focus();
  }, [outcome]);
  const startOver = <Button onClick={onStartOver}>{t('startOver')}</Button>;
  if (!outcome) return restored ? <Banner tone="info" title={t('restored')} actions={startOver} /> : null;

  const reload = <Button onClick={() => window.location.reload()}>{t('reopen')}</Button>;
  const toOrders = (
    <Button asChild>
      <Link href={installPath(installId, '/orders')} prefetch={false}>
        {t('toOrders')}
      </Link>
    </Button>
  );
  if (isOutdated && (outcome.code === 'not_sent' || outcome.code === 'no_answer'))
    return (
      <Banner
        ref={ref}
        tone="warn"
        title={tVersion('title')}
        actions={<Button onClick={reloadPage}>{t('reopen')}</Button>}
      >
        {tVersion('required')}
      </Banner>
    );
  switch (outcome.code) {
    case 'unconfirmed':
    case 'no_answer':
      return (
        <Banner ref={ref} tone="info" title={t(`${outcome.code}.title`)} actions={toOrders}>
          {t(`${outcome.code}.body`)}
        </Banner>
      );
    case 'not_sent':
      return (
        <Banner ref={ref} tone="warn" title={t('not_sent.title')}>
          {t('not_sent.body')}
        </Banner>
      );
    case 'operation_reused':
    case 'needs_review':
      return (
        <Banner
          ref={ref}
          tone="warn"
          title={t(`${outcome.code}.title`)}
          actions={
            <>
              {toOrders}
              {restored && startOver}
            </>
          }
        >
          {t(`${outcome.code}.body`)}
        </Banner>
      );
    case 'invalid':
      return (
        <Banner ref={ref} tone="bad" title={t('refused.title')}>
          {t('refused.invalid_request')}
        </Banner>
      );
    case 'refused': {
      if (outcome.reason === 'sent_as_quote')
        return (
          <Banner ref={ref} tone="warn" title={t('sent_as_quote.title')}>
            {t('sent_as_quote.body')}
          </Banner>
        );
      if (outcome.reason === 'draft_over')
        return (
          <Banner
            ref={ref}
            tone="warn"
            title={t('draft_over.title')}
            actions={
              <>
                {toOrders}
                <Button onClick={onSaveAsNew}>{tDraft('keepAsNew')}</Button>
              </>
            }
          >
            {t('draft_over.body')}
          </Banner>
        );
      const reason = knownKey(refusalReasons, outcome.reason);
      return (
        <Banner ref={ref} tone="bad" title={t('refused.title')}>
          {t(`refused.${reason ?? 'other'}`)}
          {outcome.requestId && (
            <p className="mt-1 text-xs text-ink-soft">
              {t('requestId')} <bdi dir="ltr">{outcome.requestId}</bdi>
            </p>
          )}
        </Banner>
      );
    }
    case 'no_right':
      return (
        <Banner ref={ref} tone="bad" title={tRight('title')}>
          {roleText}
        </Banner>
      );
    default:
      return (
        <Banner
          ref={ref}
          tone="bad"
          title={t(`${outcome.code}.title`)}
          actions={outcome.code !== 'missing_scope' && reload}
        >
          {t(`${outcome.code}.body`)}
        </Banner>
      );
  }
}
