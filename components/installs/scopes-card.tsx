import { Check, Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { ListedScope } from '@/lib/installs/compare-scopes';

type ScopesCardProps = { scopes: ListedScope[]; storeId: string };

/**
 * Card with the scopes (permissions) of the app: which are granted, which are missing, and how to grant the missing
 * ones.
 */
export function ScopesCard({ scopes, storeId }: ScopesCardProps) {
  const t = useTranslations('settings.scopes');
  const off = scopes.filter(({ missing }) => missing !== null).length;
  const mustApprove = scopes.some(({ missing }) => missing?.remedy === 'approve_again');
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-ink-soft">{off === 0 ? t('all') : t('some', { count: off })}</p>
        {/* The list of scopes is open only if a scope is missing. If all scopes are granted, an open list would only
            take space from the other cards. */}
        <details open={off > 0}>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-brand">
            {t('show')}
          </summary>
          <ScopeRows scopes={scopes} />
        </details>
        {mustApprove && (
          <div className="flex flex-col items-start gap-1.5">
            <Button asChild variant="primary">
              {/* The merchant grants scopes on a page of the platform. Browsers cannot show that page in
                  an iframe, so the link opens a new tab. */}
              <a href={`/install?${new URLSearchParams({ store: storeId })}`} target="_blank" rel="noopener">
                {t('approve')}
              </a>
            </Button>
            <p className="text-xs text-ink-soft">{t('approveHint')}</p>
          </div>
        )}
      </div>
    </Card>
  );
}

function ScopeRows({ scopes }: { scopes: ListedScope[] }) {
  const t = useTranslations('settings.scopes');
  return (
    <ul className="flex flex-col divide-y divide-line">
      {scopes.map(({ scope, missing }) => (
        <li
          key={scope}
          data-scope={scope}
          data-works={missing === null}
          className="flex items-start gap-3 py-2"
        >
          {missing === null ? (
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          ) : (
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          )}
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="font-semibold">{t(`of.${scope}`)}</span>
            {missing !== null && <span className="text-ink-soft">{t(`remedy.${missing.remedy}`)}</span>}
          </span>
          <span className={missing === null ? 'text-good' : 'font-semibold text-warn'}>
            {t(missing === null ? 'on' : 'off')}
          </span>
        </li>
      ))}
    </ul>
  );
}
