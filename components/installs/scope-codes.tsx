import { useTranslations } from 'next-intl';
import type { ListedScope } from '@/lib/installs/compare-scopes';

/**
 * List of the platform's names of the scopes (such as orders:write), with their state. Only the screen for developers
 * shows these names; the settings show our names of the same permissions.
 */
export function ScopeCodes({ scopes }: { scopes: ListedScope[] }) {
  const t = useTranslations('settings.scopes');
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {scopes.map(({ scope, missing }) => (
        <li key={scope} data-scope={scope} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <bdi dir="ltr" className="font-mono text-xs">
            {scope}
          </bdi>
          <span className={missing === null ? 'text-good' : 'font-semibold text-warn'}>
            {t(missing === null ? 'on' : 'off')}
          </span>
        </li>
      ))}
    </ul>
  );
}
