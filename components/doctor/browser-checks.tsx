'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * List of the checks that only the browser can do. One is whether this page is shown inside the store admin. The other
 * is whether the browser stores our cookie there.
 */
export function BrowserChecks() {
  const t = useTranslations('doctor.browser');
  const isThere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isThere) return <p className="text-sm text-ink-soft">{t('looking')}</p>;
  const isFramed = window.self !== window.top;
  // The server rendered this page only after an access check, which needs our cookie. The browser has therefore already
  // sent the cookie. The only remaining check is whether navigator.cookieEnabled is true.
  const areCookiesEnabled = navigator.cookieEnabled;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      <li data-frame={isFramed ? 'inside' : 'alone'}>{isFramed ? t('frame') : t('alone')}</li>
      <li>
        {areCookiesEnabled ? t('cookies') : t('noCookies')}
        {!areCookiesEnabled && <p className="text-ink-soft">{t('noCookiesTodo')}</p>}
      </li>
    </ul>
  );
}
