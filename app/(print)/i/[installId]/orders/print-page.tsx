import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { PrintToolbar, type ToolbarChoice } from '@/components/orders/document/print-toolbar';

type PrintPageProps = {
  title: string;
  /** The screen that the user came from. A browser window without its own Back button needs the link. */
  back: { href: string; label: string };
  choice: ToolbarChoice;
  ids?: string;
  /**
   * Set if the documents show the phone of the store, but no phone is stored. `href` is the setting; null if the user
   * may not change it.
   */
  missingPhone?: { href: string | null } | null;
  children: ReactNode;
};

/**
 * Frame of a print page: the print options at the top, then the documents. The options are shown on the screen and not
 * printed.
 */
export async function PrintPage({ title, back, choice, ids, missingPhone, children }: PrintPageProps) {
  const t = await getTranslations('print');
  return (
    <>
      {/* Browsers use the title as the name of a saved PDF file. Some browsers also print the title at the edge of the
          paper. */}
      <title>{title}</title>
      <div data-screen-only className="border-b border-line bg-surface sm:sticky sm:top-0 sm:z-20">
        <div className="mx-auto flex max-w-4xl flex-col gap-2 px-3 py-3 sm:px-6">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <BackLink href={back.href}>{back.label}</BackLink>
            <h1 className="text-base font-bold">{title}</h1>
          </div>
          <PrintToolbar choice={choice} ids={ids} />
          <p className="text-xs text-ink-soft">
            {t('hint')}
            {missingPhone && (
              <span data-missing-phone>
                {' '}
                {t('noPhone')}{' '}
                {missingPhone.href !== null && (
                  <a
                    href={missingPhone.href}
                    className="font-semibold text-brand underline underline-offset-2"
                  >
                    {t('addPhone')}
                  </a>
                )}
              </span>
            )}
          </p>
        </div>
      </div>
      <div className="px-3 print:px-0">{children}</div>
    </>
  );
}
