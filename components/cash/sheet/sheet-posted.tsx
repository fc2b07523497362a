import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { CashProblem } from '@/components/cash/cash-problem';
import { type CashActions, useCashWrite } from '@/components/cash/use-cash-write';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { MoneyText } from '@/components/ui/text/money-text';
import { currencyKey } from '@/lib/shared/numbers/money';
import type { PostSheetOutcome } from '@/lib/cash/sheet/sheet-commands';
import { installPath } from '@/lib/shared/install-path';

type SheetPostedProps = {
  installId: string;
  posted: Extract<PostSheetOutcome, { code: 'posted' }>;
  undo: CashActions['undo'];
  onRestart: () => void;
};

/** Third step of a remittance sheet: what was posted. The user can undo the whole posting. */
export function SheetPosted({ installId, posted, undo, onRestart }: SheetPostedProps) {
  const t = useTranslations('cashSheet');
  const banner = useRef<HTMLDivElement>(null);
  const [isUndone, setUndone] = useState(false);
  const write = useCashWrite<{ postingId: string }, Awaited<ReturnType<typeof undo>>>(undo, installId, () =>
    setUndone(true),
  );
  // The button that the user pressed no longer exists, so the focus moves to the result.
  useEffect(() => banner.current?.focus(), [isUndone]);
  const another = (
    <>
      <Button asChild>
        <Link href={installPath(installId, '/cash')} prefetch={false}>
          {t('toCash')}
        </Link>
      </Button>
      <Button onClick={onRestart}>{t('another')}</Button>
    </>
  );
  if (isUndone) return <Banner ref={banner} tone="info" title={t('undone')} actions={another} />;
  return (
    <>
      <Banner
        ref={banner}
        tone="good"
        title={t('posted', { count: posted.orders })}
        actions={
          <>
            {another}
            <Button pending={write.sending} onClick={() => void write.send({ postingId: posted.postingId })}>
              {t('undo')}
            </Button>
          </>
        }
      >
        <span className="flex flex-wrap gap-x-3">
          {posted.sums.map((sum) => (
            <MoneyText key={currencyKey(sum)} money={sum} />
          ))}
        </span>
      </Banner>
      {!write.sending && <CashProblem outcome={write.outcome} />}
    </>
  );
}
