import { CircleAlert, CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { SheetGroup, SheetLine } from '@/components/ui/overlay/sheet-lines';
import { MoneyText } from '@/components/ui/text/money-text';
import { type RowClass, rowClasses } from '@/lib/cash/sheet/match-sheet';
import {
  countPosted,
  type decidedClasses,
  isDecided,
  isExact,
  type PreviewRow,
  type SheetPreview,
} from '@/lib/cash/sheet/sheet-commands';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';
import { SheetColumnsForm } from './sheet-columns-form';
import type { RemittanceSheetWork } from './use-remittance-sheet';

type SheetPreviewProps = { preview: SheetPreview; work: RemittanceSheetWork };

/**
 * Second step of a remittance sheet. It shows how each line was understood, the carrier's orders that are missing in
 * the sheet, and what would be posted. Nothing is stored yet.
 */
export function SheetPreviewStep({ preview, work }: SheetPreviewProps) {
  const t = useTranslations('cashSheet');
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  const count = countPosted(preview, work.accepted);
  const { missing } = preview;
  return (
    <div ref={region} tabIndex={-1} className="flex flex-col gap-4 text-sm outline-none">
      <SheetColumnsForm preview={preview} work={work} />
      <h2 className="font-semibold">{t('nothingSaved')}</h2>
      {rowClasses.map((one) => {
        const own = preview.classes.find((sum) => sum.class === one);
        return own && <ClassGroup key={one} preview={preview} work={work} own={own} />;
      })}
      {missing.count > 0 && (
        <SheetGroup title={<Title words={t('missing', { count: missing.count })} sums={missing.sums} />}>
          {missing.orders.map((order) => (
            <SheetLine key={order.id} line="" icon={<TriangleAlert className="text-warn" />} words={null}>
              <bdi className="font-semibold">{order.number}</bdi>
              <MoneyText money={order.due} />
            </SheetLine>
          ))}
          <More count={missing.count - missing.orders.length} />
        </SheetGroup>
      )}
      <p className="text-ink-soft">{t('postHint')}</p>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button
          variant="primary"
          pending={work.busy === 'post'}
          disabled={count === 0 || work.busy === 'check'}
          onClick={() => void work.post()}
        >
          {t('post', { count })}
        </Button>
        <Button disabled={work.busy !== null} onClick={work.back}>
          {t('back')}
        </Button>
      </div>
    </div>
  );
}

type ClassGroupProps = SheetPreviewProps & { own: SheetPreview['classes'][number] };

function ClassGroup({ preview, work, own }: ClassGroupProps) {
  const t = useTranslations('cashSheet');
  const rows = preview.rows.filter((row) => row.class === own.class);
  const lines = rows.map(({ line }) => line);
  const accepted = lines.filter((line) => work.accepted.has(line)).length;
  return (
    <SheetGroup title={<Title words={t(`class.${own.class}.title`, { count: own.rows })} sums={own.sums} />}>
      {isDecided(own) && (
        <li className="px-3">
          <Checkbox
            label={t('acceptAll', { count: own.rows })}
            checked={accepted === lines.length}
            mixed={accepted > 0 && accepted < lines.length}
            onChange={({ target }) => work.accept(lines, target.checked)}
          />
        </li>
      )}
      {rows.map((row) => (
        <SheetLine
          key={row.line}
          line={t('line', { line: row.line })}
          icon={iconOf(row.class)}
          words={
            <>
              <RowWords row={row} work={work} />
              <ParcelWords row={row} />
            </>
          }
        >
          <bdi className="min-w-0 truncate font-semibold">
            {row.orderNumber ?? (row.order || row.tracking)}
          </bdi>
          {row.amount ? (
            <MoneyText money={row.amount} className="whitespace-nowrap" />
          ) : (
            <bdi className="min-w-0 truncate text-ink-soft">{row.amountText}</bdi>
          )}
        </SheetLine>
      ))}
      <More count={own.rows - rows.length}>
        <Button
          pending={work.busy === 'check' && work.full.includes(own.class)}
          disabled={work.busy !== null}
          onClick={() => work.showAll(own.class)}
        >
          {t('showAll', { count: own.rows })}
        </Button>
      </More>
    </SheetGroup>
  );
}

function RowWords({ row, work }: { row: PreviewRow; work: RemittanceSheetWork }) {
  const t = useTranslations('cashSheet');
  if (isDecided(row))
    return (
      <Checkbox
        label={t.rich(`class.${row.class}.accept`, {
          due: () => (row.due ? <MoneyText key="due" money={row.due} /> : null),
          off: () => (row.writtenOff ? <MoneyText key="off" money={row.writtenOff} /> : null),
        })}
        checked={work.accepted.has(row.line)}
        onChange={({ target }) => work.accept([row.line], target.checked)}
      />
    );
  if (row.class === 'net')
    return t.rich('class.net.why', {
      fee: () => (row.fee ? <MoneyText key="fee" money={row.fee} /> : null),
      due: () => (row.due ? <MoneyText key="due" money={row.due} /> : null),
    });
  if (row.class === 'exact' || row.class === 'heading' || row.class === 'total') return null;
  if (row.class === 'duplicate') return t('class.duplicate.why', { line: row.firstLine ?? 0 });
  return t(`class.${row.class as WhyClass}.why`);
}

/** The sum of all parcels of an order, if the sheet has several of them. */
function ParcelWords({ row: { together } }: { row: PreviewRow }) {
  const t = useTranslations('cashSheet');
  if (!together) return null;
  return (
    <span className="block">
      {t.rich('together', { sum: () => <MoneyText key="sum" money={together} /> })}
    </span>
  );
}

/** Kinds of sheet lines that are not posted. For each kind, a text explains the reason. */
type WhyClass = Exclude<
  RowClass,
  'exact' | 'net' | 'heading' | 'total' | 'duplicate' | (typeof decidedClasses)[number]
>;

function Title({ words, sums }: { words: string; sums: readonly Money[] }): ReactNode {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{words}</span>
      {sums.map((sum) => (
        <MoneyText key={currencyKey(sum)} money={sum} />
      ))}
    </span>
  );
}

/** Says how many lines of a group are not shown. `children` is a button that shows them. */
function More({ count, children }: { count: number; children?: ReactNode }) {
  const t = useTranslations('cashSheet');
  if (count === 0) return null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 text-ink-soft">
      {t('more', { count })}
      {children}
    </li>
  );
}

function iconOf(one: RowClass): ReactNode {
  if (isExact({ class: one })) return <CircleCheck className="text-good" />;
  if (isDecided({ class: one })) return <TriangleAlert className="text-warn" />;
  const isQuiet = ['duplicate', 'remitted', 'zero', 'heading', 'total'].includes(one);
  return isQuiet ? <CircleSlash className="text-ink-soft" /> : <CircleAlert className="text-bad" />;
}
