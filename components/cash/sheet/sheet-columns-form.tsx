import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { FoldMark } from '@/components/ui/fold-mark';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { columnKinds } from '@/lib/cash/sheet/sheet-columns';
import type { SheetPreview } from '@/lib/cash/sheet/sheet-commands';
import type { RemittanceSheetWork } from './use-remittance-sheet';
import { cutText } from '@/lib/shared/text/cut-text';

type SheetColumnsFormProps = { preview: SheetPreview; work: RemittanceSheetWork };

/**
 * Form with the carrier, the date, the columns and the decimal mark of a remittance sheet. After each change, the sheet
 * is checked again.
 */
export function SheetColumnsForm({ preview, work }: SheetColumnsFormProps) {
  const t = useTranslations('cashSheet');
  const { columns, columnNames, mark } = preview.sheet;
  const isBusy = work.busy !== null;
  // The preview has the chosen carrier. Without a choice, it has the carrier of most lines, if any line has a known one.
  const found = preview.carrierId === null ? t('carrierUnknownHint') : t('carrierHint');
  const carrierHint = work.choices.carrierId === null ? found : t('carrierChosenHint');
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // When a field is disabled, the browser takes the focus away from the field. The focus is given back when the
    // fields are enabled again.
    if (!isBusy && document.activeElement === document.body) last.current?.focus();
  }, [isBusy]);
  return (
    <fieldset
      disabled={isBusy}
      className="flex min-w-0 flex-col gap-3"
      onFocus={({ target }) => {
        last.current = target;
      }}
    >
      <Field label={t('carrier')} hint={carrierHint}>
        {(control) => (
          <Select
            {...control}
            value={preview.carrierId ?? ''}
            onChange={({ target }) => void work.check({ carrierId: target.value || null })}
          >
            {preview.carrierId === null && <option value="">{t('noCarrier')}</option>}
            {preview.carriers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('day')} hint={t('dayHint')}>
        {(control) => (
          <Input
            {...control}
            type="date"
            code
            key={preview.day}
            defaultValue={preview.day}
            // The date is checked when the field loses the focus. A check at each change would be too early. The
            // browser reports a change as soon as only the day, month or year was typed.
            onBlur={({ target }) => {
              if (target.value !== '' && target.value !== preview.day) void work.check({ day: target.value });
            }}
          />
        )}
      </Field>
      <details className="group rounded-card border border-line px-3 py-1">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold">
          <FoldMark />
          {t('columns')}
        </summary>
        <div className="grid gap-3 pb-3 sm:grid-cols-2">
          {columnKinds.map((kind) => (
            <Field key={kind} label={t(`column.${kind}`)}>
              {(control) => (
                <Select
                  {...control}
                  value={columns[kind] ?? ''}
                  onChange={({ target }) => {
                    const chosen = target.value === '' ? null : Number(target.value);
                    void work.check({ columns: { ...columns, [kind]: chosen } });
                  }}
                >
                  <option value="">{t('column.none')}</option>
                  {columnNames.map((name, index) => (
                    <option key={index} value={index}>
                      {t('column.name', { number: index + 1, name: cutText(name, 40) })}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
          <Field label={t('mark.label')} hint={t('mark.hint')}>
            {(control) => (
              <Select
                {...control}
                value={work.choices.mark ?? ''}
                onChange={({ target }) =>
                  void work.check({
                    mark: target.value === '.' || target.value === ',' ? target.value : null,
                  })
                }
              >
                <option value="">
                  {t(mark === null ? 'mark.none' : mark === '.' ? 'mark.foundPoint' : 'mark.foundComma')}
                </option>
                <option value=".">{t('mark.point')}</option>
                <option value=",">{t('mark.comma')}</option>
              </Select>
            )}
          </Field>
        </div>
      </details>
    </fieldset>
  );
}
