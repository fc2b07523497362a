'use client';

import { CheckCheck } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { TechnicalDetails } from '@/components/ui/technical-details';
import { isLost } from '@/components/ui/use-operation';
import { knownKey } from '@/lib/shared/known-key';
import type { VariantView } from '@/lib/catalogue/product-queries';
import { signed } from '@/lib/shared/numbers/signed';
import type { useStockMove } from './use-stock-move';

/** Error codes of refusals that have a text of their own here. kinds.test.ts compares them with the endpoints. */
export const refusalReasons = { conflict: true, invalid_request: true, forbidden: true, not_found: true };

type MoveOutcomeProps = { move: ReturnType<typeof useStockMove>; variants: readonly VariantView[] };

/**
 * Shows the outcome of the last stock change, with the changed variant, until the user starts the next change. The
 * screen scrolls to the outcome, because the user may have pressed a button far below it.
 */
export function MoveOutcome(props: MoveOutcomeProps) {
  const { outcome } = props.move;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  return (
    <div ref={place} className="scroll-my-24 empty:hidden">
      <OutcomeText {...props} />
    </div>
  );
}

function OutcomeText({ move, variants }: MoveOutcomeProps) {
  const t = useTranslations('products.move');
  const format = useFormatter();
  const { outcome, input, done, stockBefore, sending } = move;
  const movement = input?.movement;
  if (!movement || (outcome === null && !sending)) return null;
  const variant = variants.find(({ id }) => id === movement.variant_id);
  const stock = variant?.stock.code === 'known' ? variant.stock.quantity : null;
  const what: Record<string, () => ReactNode> = {
    delta: () => (
      <bdi key="delta" dir="ltr" className="font-semibold">
        {signed(movement.delta, format.number)}
      </bdi>
    ),
    variant: () => (
      <bdi key="variant" className="font-semibold">
        {variant?.name ?? variant?.sku ?? movement.variant_id}
      </bdi>
    ),
  };
  if (sending)
    return (
      <p role="status" className="text-sm text-ink-soft">
        {t.rich('sending', what)}
      </p>
    );
  if (done || !outcome || outcome.code === 'succeeded')
    return (
      <p role="status" data-outcome="succeeded" className="flex gap-2 text-sm text-good">
        <CheckCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          {stock !== null && stock !== stockBefore
            ? t.rich('shown', { ...what, stock })
            : t.rich('taken', what)}
        </span>
      </p>
    );
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={move.isOutcomeUnknown}>
      <p>{t.rich('about', what)}</p>
      <p>
        {outcome.code === 'refused'
          ? t(`refused.${knownKey(refusalReasons, outcome.reason) ?? 'other'}`)
          : outcome.code !== 'no_right' && t(outcome.code)}
      </p>
      {outcome.code === 'refused' && outcome.requestId && (
        <TechnicalDetails>
          {t('requestId')} <bdi dir="ltr">{outcome.requestId}</bdi>
        </TechnicalDetails>
      )}
      {isLost(outcome.code) && <Button onClick={() => void move.send({ movement })}>{t('again')}</Button>}
    </OutcomeNote>
  );
}
