'use client';

import { clsx } from 'clsx';
import { Plus, ScrollText } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { LinkPending } from '@/components/ui/link-pending';
import { installPath } from '@/lib/shared/install-path';

/** The screens there are. The admin around the iframe has its own header, so this stays one slim row. */
export function Navigation({ installId }: { installId: string }) {
  const t = useTranslations('frame');
  const path = usePathname();
  const orders = installPath(installId, '/orders');
  const entries = [
    { href: orders, label: t('orders'), Icon: ScrollText },
    { href: `${orders}/new`, label: t('newOrder'), Icon: Plus },
  ];
  return (
    <nav aria-label={t('navigation')} className="flex items-center gap-1">
      {entries.map(({ href, label, Icon }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={path === href ? 'page' : undefined}
          className={clsx(
            'flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold whitespace-nowrap',
            path === href
              ? 'bg-brand-soft text-brand-strong'
              : 'text-ink-soft hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {label}
          <LinkPending />
        </Link>
      ))}
    </nav>
  );
}
