'use client';

import { Printer } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { type PrintChoice, printKinds, printLanguages, printPapers } from '@/lib/shared/orders/print-path';

/**
 * The chosen print settings. `kind` is packing slip, invoice or label; it is absent if the page can print only one kind of
 * document.
 */
export type ToolbarChoice = Pick<PrintChoice, 'lang' | 'paper'> & Partial<Pick<PrintChoice, 'kind'>>;

type PrintToolbarProps = {
  choice: ToolbarChoice;
  /** Comma-separated order ids from the URL; set only on a page that prints several orders. */
  ids?: string;
};

/**
 * Toolbar above the documents: the choice of document, language and paper, and the print button. Printing never starts
 * automatically. The toolbar itself is not printed.
 */
export function PrintToolbar({ choice, ids }: PrintToolbarProps) {
  const t = useTranslations('print');
  const isComplete = useSyncExternalStore(
    onComplete,
    () => document.readyState === 'complete',
    () => false,
  );
  const submit = (event: { currentTarget: HTMLSelectElement }) => event.currentTarget.form?.requestSubmit();
  return (
    <form method="get" data-toolbar className="grid grid-cols-2 items-end gap-3 sm:flex">
      {ids !== undefined && <input type="hidden" name="ids" value={ids} />}
      {choice.kind && (
        <Field label={t('kindLabel')}>
          {(control) => (
            <Select {...control} name="kind" defaultValue={choice.kind} onChange={submit}>
              {printKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`kind.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t('langLabel')}>
        {(control) => (
          <Select {...control} name="lang" defaultValue={choice.lang} onChange={submit}>
            {printLanguages.map((lang) => (
              <option key={lang} value={lang}>
                {t(`lang.${lang}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('paperLabel')}>
        {(control) => (
          <Select {...control} name="paper" defaultValue={choice.paper} onChange={submit}>
            {printPapers.map((paper) => (
              <option key={paper} value={paper}>
                {t(`paper.${paper}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        variant="primary"
        pending={!isComplete}
        onClick={() => {
          fitRolls();
          window.print();
        }}
      >
        {isComplete && <Printer aria-hidden className="size-4" />}
        {t(isComplete ? 'print' : 'reading')}
      </Button>
    </form>
  );
}

/**
 * Calls `changed` when the page has finished loading or starts loading again. A page with several orders arrives in
 * parts, and the print button must not work before the whole page has arrived.
 */
function onComplete(changed: () => void): () => void {
  document.addEventListener('readystatechange', changed);
  return () => document.removeEventListener('readystatechange', changed);
}

/**
 * Gives each receipt a page of its own, and sets the length of the page to the length of the receipt. A paper roll has
 * no fixed page length, and a longer page would waste paper.
 */
function fitRolls(): void {
  const sheet = new CSSStyleSheet();
  const receipts = document.querySelectorAll<HTMLElement>('[data-paper="80mm"]');
  for (const [index, receipt] of [...receipts].entries()) {
    const heightMm = Math.ceil(receipt.getBoundingClientRect().height * mmPerPixel) + 1;
    receipt.style.setProperty('page', `receipt-${index}`);
    sheet.insertRule(`@page receipt-${index} { size: 80mm ${heightMm}mm; margin: 0 }`);
  }
  document.adoptedStyleSheets = [sheet];
}

/** Conversion from CSS pixels to millimetres: CSS defines 1 inch (25.4 mm) as 96 pixels. */
const mmPerPixel = 25.4 / 96;
