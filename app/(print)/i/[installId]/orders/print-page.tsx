import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { PrintToolbar, type ToolbarChoice } from '@/components/orders/document/print-toolbar';

type PrintPageProps = { title: string; choice: ToolbarChoice; ids?: string; children: ReactNode };

/**
 * Frame of a print page: the print options at the top, then the documents. The options are shown on the screen and not
 * printed.
 */
export async function PrintPage({ title, choice, ids, children }: PrintPageProps) {
  const t = await getTranslations('print');
  return (
    <>
      {/* Browsers use the title as the name of a saved PDF file. Some browsers also print the title at the edge of the
          paper. */}
      <title>{title}</title>
      <div data-screen-only className="border-b border-line bg-surface sm:sticky sm:top-0 sm:z-20">
        <div className="mx-auto flex max-w-4xl flex-col gap-2 px-3 py-3 sm:px-6">
          <h1 className="text-base font-bold">{title}</h1>
          <PrintToolbar choice={choice} ids={ids} />
          <p className="text-xs text-ink-soft">{t('hint')}</p>
        </div>
      </div>
      <div className="px-3 print:px-0">{children}</div>
    </>
  );
}
