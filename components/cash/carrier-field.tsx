import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import type { CarrierView } from '@/lib/cash/cash-view';

type CarrierFieldProps = {
  /** The carriers that can be chosen. */
  carriers: readonly CarrierView[];
  /** Id of the chosen carrier; an empty text if none is chosen. */
  carrierId: string;
  /** True if the field says that a carrier must be chosen. */
  isMissing: boolean;
  onChoose: (carrierId: string) => void;
};

/** Field in which the user chooses the carrier that has the cash of one or several orders. */
export function CarrierField({ carriers, carrierId, isMissing, onChoose }: CarrierFieldProps) {
  const t = useTranslations('cash.assign');
  return (
    <Field label={t('carrier')} error={isMissing ? t('missing') : undefined}>
      {(control) => (
        <Select {...control} value={carrierId} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{t('choose')}</option>
          {carriers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
