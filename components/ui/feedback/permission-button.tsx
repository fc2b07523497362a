'use client';

import Link from 'next/link';
import { useParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useContext } from 'react';
import { Button } from '@/components/ui/button';
import { ScopesContext } from '@/components/ui/scopes-context';
import { installPath } from '@/lib/shared/install-path';

/**
 * The one button that turns missing scopes on. The next step depends on what the merchant has granted:
 *
 * - If the merchant never granted one of the scopes, the button opens the page of the platform that asks for it.
 *   Browsers cannot show that page in an iframe, so it opens in a new tab.
 * - If the merchant has granted all of them, a scope was switched off in the store admin. The button then opens the
 *   settings, which explain how to switch the scope on again.
 */
export function PermissionButton({ scopes }: { scopes: readonly string[] }) {
  const t = useTranslations('ui.permission');
  const { installId } = useParams<{ installId: string }>();
  const count = scopes.length;
  const { storeId, granted } = useContext(ScopesContext);
  return (
    <Button asChild className="h-auto whitespace-normal">
      {scopes.every((scope) => granted.includes(scope)) ? (
        <Link href={installPath(decodeURIComponent(installId), '/settings#permissions')} prefetch={false}>
          {count > 1 ? t('showSome', { count }) : t('show')}
        </Link>
      ) : (
        <a href={`/install?${new URLSearchParams({ store: storeId })}`} target="_blank" rel="noopener">
          {count > 1 ? t('approveSome', { count }) : t('approve')}
        </a>
      )}
    </Button>
  );
}
