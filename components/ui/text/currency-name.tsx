import { useLocale } from 'next-intl';

/** Returns a function for the name of a currency. The name is null if Intl has no name for the code. */
export function useCurrencyName(): (code: string) => string | null {
  const names = new Intl.DisplayNames([useLocale()], { type: 'currency', fallback: 'none' });
  // Checks the format first, because Intl throws an error for a code that is not three letters.
  return (code) => (/^[a-z]{3}$/i.test(code) && names.of(code)) || null;
}

/** Name of a currency, followed by the currency code. If Intl has no name for the code, only the code is shown. */
export function CurrencyName({ code }: { code: string }) {
  const name = useCurrencyName()(code);
  return (
    <>
      {name && `${name} `}
      <bdi dir="ltr" className="text-ink-soft">
        {code}
      </bdi>
    </>
  );
}
