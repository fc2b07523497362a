'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { CopyButton } from '@/components/ui/copy-button';
import { TechnicalDetails } from '@/components/ui/technical-details';
import { NumberText } from '@/components/ui/text/number-text';
import type { QuoteView } from '@/lib/quotes/quote-view';

/**
 * Number of characters of the content's hash that the card shows. The whole hash is not useful, because nobody compares
 * it.
 */
const shownHashLength = 12;

/**
 * Card with the evidence that the customer accepted the quote: who accepted what, and when. The evidence is needed if
 * there is a dispute later. Shows nothing if nobody has accepted.
 */
export function QuoteEvidenceCard({ view }: { view: QuoteView }) {
  const t = useTranslations('quotes.evidence');
  const format = useFormatter();
  const accepted = view.events.find(({ kind }) => kind === 'accepted');
  if (!accepted) return null;
  const isStaff = accepted.side === 'staff';
  const who = accepted.by && <bdi>{accepted.by}</bdi>;
  const facts: { label: string; value: ReactNode }[] = [
    { label: t(isStaff ? 'writtenBy' : 'typedName'), value: who || t('nobody') },
    {
      label: t('at'),
      value: (
        <time dateTime={accepted.at}>
          {format.dateTime(new Date(accepted.at), { dateStyle: 'long', timeStyle: 'short' })}
        </time>
      ),
    },
    ...(isStaff && accepted.message
      ? [{ label: t('how'), value: <bdi className="whitespace-pre-line">{accepted.message}</bdi> }]
      : []),
    { label: t('version'), value: <NumberText value={accepted.version} /> },
  ];
  return (
    <Card title={t('title')}>
      <Facts facts={facts} />
      {view.contentHash && accepted.version === view.version && (
        <TechnicalDetails>
          {t('hash')}: <Hash hash={view.contentHash} />
        </TechnicalDetails>
      )}
    </Card>
  );
}

function Hash({ hash }: { hash: string }) {
  const t = useTranslations('quotes.evidence');
  return (
    <span className="inline-flex items-center gap-1">
      <bdi dir="ltr" className="font-mono">
        {hash.slice(0, shownHashLength)}…
      </bdi>
      <CopyButton text={hash} label={t('copyHash')} labelHidden />
    </span>
  );
}
