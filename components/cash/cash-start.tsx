import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { installPath } from '@/lib/shared/install-path';

type CashStartProps = {
  installId: string;
  hasCarriers: boolean;
  /** Opens the form of a new carrier. Null if the user may not add carriers. */
  onAdd: (() => void) | null;
};

/** Shown if no carrier owes cash. In a store without carriers, it says what to do first. */
export function CashStart({ installId, hasCarriers, onAdd }: CashStartProps) {
  const t = useTranslations('cash.start');
  const steps = ['carrier', 'ship', 'record'] as const;
  return (
    <div className="flex flex-col gap-3 text-sm" data-cash-start>
      <p className="font-semibold">{t(hasCarriers ? 'nothing' : 'title')}</p>
      <ol className="flex list-decimal flex-col gap-1 ps-5 text-ink-soft">
        {steps
          .filter((step) => step !== 'carrier' || !hasCarriers)
          .map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {!hasCarriers && onAdd && (
          <Button variant="primary" onClick={onAdd}>
            {t('add')}
          </Button>
        )}
        <Button asChild>
          <Link href={installPath(installId, '/orders')} prefetch={false}>
            {t('orders')}
          </Link>
        </Button>
      </div>
    </div>
  );
}
