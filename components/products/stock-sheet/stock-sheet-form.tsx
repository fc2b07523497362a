import { useTranslations } from 'next-intl';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { Spinner } from '@/components/ui/feedback/spinner';
import { type MoveReason, moveReasons, type StockLocation } from '@/lib/inventory/movement-queries';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { LocationField } from '@/components/products/ledger/location-field';
import type { StockSheet } from './read-stock-sheet';
import type { SheetProblem } from './stock-sheet-request';

type StockSheetFormProps = {
  text: string;
  sheet: StockSheet;
  reason: MoveReason;
  location: string;
  /** Known stock locations; undefined while they load. */
  locations: readonly StockLocation[] | undefined;
  problem: SheetProblem;
  onText: (text: string) => void;
  onReason: (reason: MoveReason) => void;
  onLocation: (location: string) => void;
};

/** Form of the dialog for pasted stock changes: the pasted text, and one location and one reason for all lines. */
export function StockSheetForm(props: StockSheetFormProps) {
  const { text, sheet, reason, location, locations, problem, onText, onReason, onLocation } = props;
  const t = useTranslations('stockSheet');
  const tMove = useTranslations('products.move');
  return (
    <>
      <Field
        label={t('sheet')}
        hint={t('hint', { max: bulkTargetsMax })}
        error={problem.sheet && t(`problem.${problem.sheet}`, { max: bulkTargetsMax })}
        aside={text !== '' && t('read', { count: sheet.entries.length })}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            dir="ltr"
            spellCheck={false}
            placeholder={t('example')}
            className="resize-y whitespace-pre"
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1">
        <p className="text-sm font-semibold">{tMove('reason')}</p>
        <ChoiceCards
          label={tMove('reason')}
          value={reason}
          onChange={onReason}
          className="grid-cols-2"
          choices={moveReasons.map((value) => ({ value, title: t(`reasons.${value}`) }))}
        />
      </div>
      {locations ? (
        // The button for another location is lower than the field, so it gets the height of the field.
        <div className="flex min-h-17 flex-col justify-center">
          <LocationField
            locations={locations}
            value={location}
            onChange={onLocation}
            error={problem.location && tMove(`problem.${problem.location}`)}
          />
        </div>
      ) : (
        // This text is shown while the locations are loading. It has the height of the field that replaces it when they
        // are loaded, so the dialog does not move.
        <p role="status" className="flex min-h-17 items-center gap-2 text-sm text-ink-soft">
          <Spinner />
          {t('locationsComing')}
        </p>
      )}
    </>
  );
}
