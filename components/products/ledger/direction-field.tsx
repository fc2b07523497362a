import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import type { StockView } from '@/lib/catalogue/product-queries';
import type { MoveDraft } from './move-draft';

type DirectionFieldProps = {
  stock: StockView;
  value: MoveDraft['direction'];
  onChange: (direction: MoveDraft['direction']) => void;
};

/**
 * Choice of the direction of a stock change: add pieces, remove pieces, or set the stock to a number. The last choice is
 * computed from the stock on the screen. If this stock is hidden or unknown, the choice is disabled, and a text says
 * why.
 */
export function DirectionField({ stock, value, onChange }: DirectionFieldProps) {
  const t = useTranslations('products.move');
  const reasonId = useId();
  const changes = [
    { value: 'add' as const, title: t('add') },
    { value: 'take' as const, title: t('take') },
  ];
  const set = { value: 'set' as const, title: t('set') };
  if (stock.code === 'known')
    return (
      <ChoiceCards<MoveDraft['direction']>
        label={t('direction')}
        value={value}
        onChange={onChange}
        className="sm:grid-cols-3"
        choices={[...changes, set]}
      />
    );
  return (
    <div className="flex flex-col gap-2">
      <ChoiceCards<MoveDraft['direction']>
        label={t('direction')}
        value={value}
        onChange={onChange}
        className="sm:grid-cols-2"
        choices={changes}
      />
      <fieldset disabled aria-describedby={reasonId} className="pointer-events-none opacity-60">
        <ChoiceCards label={t('set')} value="" onChange={() => undefined} choices={[set]} />
      </fieldset>
      <p id={reasonId} className="text-xs text-ink-soft">
        {t(`setOff.${stock.code}`)}
      </p>
    </div>
  );
}
