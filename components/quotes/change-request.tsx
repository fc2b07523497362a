import { MessageSquareWarning } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/text/relative-time';

/**
 * Shows the change that the customer requested: the time, the customer's words, and what the merchant should do next.
 */
export function ChangeRequest({ at, message }: { at: string; message: string | null }) {
  const t = useTranslations('quotes');
  return (
    <section
      aria-label={t('change.title')}
      className="flex gap-3 rounded-card border border-warn/30 bg-warn-soft px-4 py-3 text-sm"
    >
      <MessageSquareWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col gap-1">
        <div>
          <p className="font-bold text-warn">{t('change.title')}</p>
          <p className="text-xs text-ink-soft">
            <RelativeTime at={at} />
          </p>
        </div>
        <blockquote className="break-words whitespace-pre-line">
          <bdi>{message ?? t('purged')}</bdi>
        </blockquote>
        <p className="text-ink-soft">{t('change.next')}</p>
      </div>
    </section>
  );
}
