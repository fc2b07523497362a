import { useLocale } from 'next-intl';

/** Name of a currency, followed by the currency code. If Intl has no name for the code, only the code is shown. */
export function CurrencyName({ code }: { code: string }) {
  const names = new Intl.DisplayNames([useLocale()], { type: 'currency', fallback: 'none' });
  // Checks the format first, because Intl throws an error for a code that is not three letters.
  const name = /^[a-z]{3}$/i.test(code) && names.of(code);
  return (
    <>
      {name && `${name} `}
      <bdi dir="ltr" className="text-ink-soft">
        {code}
      </bdi>
    </>
  );
}
