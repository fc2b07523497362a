'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { TechnicalDetails } from '@/components/ui/technical-details';
import { useIsOff } from '@/components/ui/role-context';
import type { QuoteOrderProblem, QuoteView } from '@/lib/quotes/quote-view';
import { installPath } from '@/lib/shared/install-path';
import { knownKey } from '@/lib/shared/known-key';
import { editHelps } from './edit-helps';
import { EditQuoteLink } from './edit-quote-link';
import { QuoteWriteProblem } from './quote-write-problem';
import { stockFixes } from './stock-fix';
import { type QuoteActionsOf, type QuoteTarget, useQuoteWrite } from './use-quote-write';

type QuoteProblemProps = { target: QuoteTarget; view: QuoteView; retry: QuoteActionsOf['retry'] };

/** Error codes of refusals that have a text of their own here. kinds.test.ts compares them with the endpoints. */
export const reasons = {
  insufficient_stock: true,
  payment_method_disabled: true,
  variant_not_found: true,
  variant_unavailable: true,
  currency_not_allowed: true,
  invalid_request: true,
  forbidden: true,
};

/**
 * Explains why an accepted quote has no sales order yet, and how to create it. The content that the customer accepted
 * never changes.
 */
export function QuoteProblem({ target, view, retry }: QuoteProblemProps) {
  const t = useTranslations('quotes.problem');
  const isOff = useIsOff('agree_prices', 'orders:create');
  const write = useQuoteWrite<{ version: number; skipStock: boolean }>(retry, target);
  const { problem, can, version } = view;
  if (!problem) return null;
  // The platform refused the order of the quote, and would refuse the same order again for the same reason. The first
  // button therefore changes the quote. If the change follows from the current stock, the label of the button names the
  // change.
  const mustEdit = editHelps(view);
  const fixes = mustEdit ? stockFixes(view) : [];
  const isStock = problem.reason === 'insufficient_stock';
  const isBusy = write.sending || write.isOutcomeUnknown;
  const sendRetry = (skipStock: boolean) => void write.send({ version, skipStock });
  const isPressed = (skipStock: boolean) => isBusy && write.input?.skipStock === skipStock;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3 border-t border-line pt-3">
      <Reason problem={problem} view={view} />
      {!write.sending && (
        <QuoteWriteProblem
          outcome={write.outcome}
          again={() => write.input && void write.send(write.input)}
        />
      )}
      {can.retry ? (
        <>
          {/* Each button has an explanation below it. The first button makes the change that solves the problem. */}
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
            {fixes.length > 0 && (
              <Choice hint={!isOff && t('fix.hint')}>
                <EditQuoteLink target={target} isOff={isOff} variant="primary" fixes={fixes} />
              </Choice>
            )}
            {mustEdit && (
              <Choice hint={t(`editHint.${isStock ? 'stock' : 'other'}`)}>
                <EditQuoteLink
                  target={target}
                  isOff={isOff}
                  variant={fixes.length > 0 ? 'secondary' : 'primary'}
                />
              </Choice>
            )}
            {isStock && (
              <Choice hint={!isOff && t('withoutStockHint')}>
                <Button disabled={isOff} pending={isPressed(true)} onClick={() => sendRetry(true)}>
                  {t('retryWithoutStock')}
                </Button>
              </Choice>
            )}
            <Choice hint={!isOff && mustEdit && t('retryHint')}>
              <Button
                variant={mustEdit ? 'secondary' : 'primary'}
                disabled={isOff}
                pending={isPressed(false)}
                onClick={() => sendRetry(false)}
              >
                {t('retry')}
              </Button>
            </Choice>
          </div>
          {isOff && <MissingScope needs="agree_prices">{t('noScope')}</MissingScope>}
        </>
      ) : (
        <Button asChild className="self-start">
          <Link href={installPath(target.installId, '/orders')} prefetch={false}>
            {t('lookInOrders')}
            <LinkPending />
          </Link>
        </Button>
      )}
    </section>
  );
}

/** Button with a text below it that explains what the button does. */
function Choice({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      {children}
      {hint && <p className="text-xs text-ink-soft">{hint}</p>}
    </div>
  );
}

function Reason({ problem, view }: { problem: QuoteOrderProblem; view: QuoteView }) {
  const t = useTranslations('quotes.problem');
  if (problem.state === 'needs_review') return <p className="text-sm text-warn">{t('needsReview')}</p>;
  const items = view.content?.order.items ?? [];
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="font-semibold text-warn">{t(`reason.${knownKey(reasons, problem.reason) ?? 'other'}`)}</p>
      {problem.lines.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {problem.lines.map(({ index, requested, available }) => (
            <li key={index}>
              {t.rich('line', {
                name: () => <bdi key="name">{items[index]?.name ?? index + 1}</bdi>,
                requested,
                available,
              })}
            </li>
          ))}
        </ul>
      )}
      {problem.requestId && (
        <TechnicalDetails>
          {t('requestId')} <bdi dir="ltr">{problem.requestId}</bdi>
        </TechnicalDetails>
      )}
    </div>
  );
}
