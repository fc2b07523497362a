import { Replace } from 'lucide-react';
import { useTranslations } from 'next-intl';

/**
 * Names the order that the new order replaces. The text explains that the old order is cancelled only after the new
 * order was created.
 */
export function ReplacesNote({ number }: { number: string }) {
  const t = useTranslations('newOrder.replaces');
  const order = { number: () => <bdi key="number">{number}</bdi> };
  return (
    <section
      aria-label={t('label')}
      className="flex gap-3 rounded-card border border-info/30 bg-info-soft px-4 py-3 text-sm"
    >
      <Replace aria-hidden className="mt-0.5 size-5 shrink-0 text-info" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-bold text-info">{t.rich('title', order)}</p>
        <p>{t.rich('body', order)}</p>
      </div>
    </section>
  );
}
