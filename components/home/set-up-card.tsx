import { Circle, CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useRight } from '@/components/ui/role-context';
import type { SetUpGuide } from '@/lib/home/set-up-guide';
import { installPath } from '@/lib/shared/install-path';

type SetUpCardProps = { installId: string; guide: SetUpGuide; earlierDataCount: number };

/**
 * Card with the set-up steps. A step counts as done when the data shows it (for example, the first order exists). The
 * merchant does not check off steps.
 */
export function SetUpCard({ installId, guide, earlierDataCount }: SetUpCardProps) {
  const t = useTranslations('home.guide');
  const mayAgree = useRight('agree_prices');
  const tScope = useTranslations('settings.scopes.of');
  const tEarlier = useTranslations('earlierData.guide');
  const { missingScopes, isSubscribed, hasOrder } = guide;
  return (
    <Card title={t('title')}>
      <ol className="flex flex-col gap-3">
        <Step isDone={missingScopes.length === 0} title={t('scopes.title')}>
          {t('scopes.body')}
          <ul className="mt-1 list-disc ps-5">
            {missingScopes.map((scope) => (
              <li key={scope}>{tScope(scope)}</li>
            ))}
          </ul>
        </Step>
        <Step isDone={isSubscribed} title={t('webhook.title')}>
          {t('webhook.body')}
        </Step>
        <Step
          isDone={hasOrder}
          title={t('order.title')}
          action={
            mayAgree && (
              <Button asChild variant="primary">
                <Link href={installPath(installId, '/orders/new')} prefetch={false}>
                  {t('order.action')}
                </Link>
              </Button>
            )
          }
        >
          {t('order.body')}
        </Step>
        {earlierDataCount > 0 && (
          <Step
            isDone={false}
            title={tEarlier('title')}
            action={
              <Button asChild>
                <Link href={installPath(installId, '/settings/import')} prefetch={false}>
                  {tEarlier('action')}
                </Link>
              </Button>
            }
          >
            {tEarlier('body', { count: earlierDataCount })}
          </Step>
        )}
      </ol>
    </Card>
  );
}

type StepProps = { isDone: boolean; title: string; action?: ReactNode; children: ReactNode };

function Step({ isDone, title, action, children }: StepProps) {
  const t = useTranslations('home.guide');
  const Mark = isDone ? CircleCheck : Circle;
  return (
    <li data-step={isDone ? 'done' : 'open'} className="flex items-start gap-3">
      <Mark aria-hidden className={`mt-0.5 size-5 shrink-0 ${isDone ? 'text-good' : 'text-ink-soft'}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60 text-sm">
          <p className="font-semibold">
            {title} <span className="sr-only">{isDone ? t('done') : t('open')}</span>
          </p>
          {!isDone && <div className="text-ink-soft">{children}</div>}
        </div>
        {!isDone && action}
      </div>
    </li>
  );
}
