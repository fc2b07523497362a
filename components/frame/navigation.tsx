'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/link-pending';
import { installPath } from '@/lib/shared/install-path';
import { sections } from './sections';

type NavigationProps = { installId: string; className: string; linkClassName: string };

/** The links to the screens, as the row on top and the bar at the foot of a phone draw them. */
export function Navigation({ installId, className, linkClassName }: NavigationProps) {
  const t = useTranslations('frame');
  const here = usePathname();
  return (
    <nav aria-label={t('navigation')} className={className}>
      {sections.map(({ name, path, Icon }) => {
        const href = installPath(installId, path);
        return (
          <Link
            key={name}
            href={href}
            prefetch={false}
            aria-current={here === href ? 'page' : undefined}
            className={clsx(
              'flex min-h-11 items-center text-sm font-semibold whitespace-nowrap',
              linkClassName,
              here === href
                ? 'bg-brand-soft text-brand-strong'
                : 'text-ink-soft hover:bg-sunken hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {t(name)}
            <LinkPending />
          </Link>
        );
      })}
    </nav>
  );
}
