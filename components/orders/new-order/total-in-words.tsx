'use client';

import { useLocale } from 'next-intl';
import { useEffect, useState } from 'react';
import { type AppLocale, appLocale } from '@/lib/shared/locale';
import type { Money } from '@/lib/shared/numbers/money';

type Speaker = (money: Money, locale: AppLocale) => string;

const loadSpeaker = (): Promise<Speaker> =>
  import('@/lib/shared/numbers/number-words').then(({ amountInWords }) => amountInWords);

type TotalInWordsProps = { amountMinor: number | null; code: string; decimals: number };

/**
 * Total of the order, written out in words, so that the user notices if an amount has one zero too many. The words are
 * shown, and their code is loaded, only after the total has changed. The total with which the form was opened is not
 * shown in words, because the user checked it earlier.
 */
export function TotalInWords({ amountMinor, code, decimals }: TotalInWordsProps) {
  const locale = appLocale(useLocale());
  const [speak, setSpeak] = useState<Speaker | null>(null);
  const [first] = useState(amountMinor);
  const isWanted = amountMinor !== null && amountMinor > 0 && (speak !== null || amountMinor !== first);
  useEffect(() => {
    if (!isWanted || speak) return;
    let isGone = false;
    loadSpeaker().then(
      (speaker) => isGone || setSpeak(() => speaker),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, speak]);
  if (!isWanted || !speak) return null;
  return (
    <p className="mt-2 text-sm text-ink-soft first-letter:uppercase" data-total-words>
      {speak({ amount_minor: amountMinor, currency: code, decimals }, locale)}
    </p>
  );
}
