'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { FoldedCard } from '@/components/orders/detail/folded-card';
import { Spinner } from '@/components/ui/feedback/spinner';
import { loadCopy } from '@/components/ui/session-copy';
import type { TechnicalContent } from './technical-content';
import { inPlaceCopyKey } from './in-place-copy';

/** The code of the section's content is loaded when the user first opens the section, because few users need it. */
const Content = dynamic(
  () => import('./technical-content').then(({ TechnicalContent: content }) => content),
  { ssr: false, loading: () => <Spinner /> },
);

/**
 * Closed section with data that only few merchants need: the reference, the attributes, the confirmation and
 * the ids for support. The section opens automatically if one of its forms has input that was typed before a
 * reload.
 */
export function OrderTechnicalDetails(props: ComponentProps<typeof TechnicalContent>) {
  const t = useTranslations('ui');
  const tOrder = useTranslations('orderPage.technical');
  const names = ['attribute', 'reference'] as const;
  return (
    <FoldedCard
      name="technical"
      title={t('technicalDetails')}
      summary={tOrder('summary')}
      opensItself={() => names.some((name) => loadCopy(inPlaceCopyKey(name, props.target)))}
    >
      {() => <Content {...props} />}
    </FoldedCard>
  );
}
