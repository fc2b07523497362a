import { useLocale } from 'next-intl';

/** Name of a currency, from Intl if it has one, followed by the currency code. */
export function CurrencyName({ code }: { code: string }) {
  const names = new Intl.DisplayNames([useLocale()], { type: 'currency', fallback: 'none' });
  // Intl throws an error for a code that does not have three letters.
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
