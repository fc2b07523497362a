import { clsx } from 'clsx';
import { useLocale } from 'next-intl';
import type { ComponentProps } from 'react';
import { codeClass, controlClass } from './input';
import { currencySign } from '@/lib/shared/numbers/money';

/**
 * Input for an amount, with the currency beside it. The value of the input is the typed text, which parseAmount
 * (lib/shared/numbers/money.ts) parses.
 */
export function MoneyInput({
  currency,
  className,
  ...props
}: ComponentProps<'input'> & { currency: { code: string; decimals: number } }) {
  const locale = useLocale();
  return (
    <div className="relative">
      <input
        autoComplete="off"
        dir="ltr"
        inputMode={currency.decimals === 0 ? 'numeric' : 'decimal'}
        {...props}
        className={clsx(controlClass, codeClass, 'pe-14 rtl:ps-14 rtl:pe-3', className)}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-xs font-medium text-ink-soft"
      >
        <bdi>{currencySign(currency.code, locale)}</bdi>
      </span>
    </div>
  );
}
