'use client';

import { useQuery } from '@tanstack/react-query';
import { CornerDownLeft, Keyboard, ListFilter, type LucideIcon, ReceiptText, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FocusEvent, type ReactNode, useId, useState } from 'react';
import { foundOrdersOptions, ordersSearchPath } from '@/components/orders/shared/orders-queries';
import { Combobox } from '@/components/ui/form/combobox';
import { keepSearch } from '@/components/ui/list/kept-search';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { MoneyText } from '@/components/ui/text/money-text';
import { FirstItemText } from '@/components/ui/text/first-item-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { useDebounced } from '@/components/ui/form/use-debounced';
import { useRole } from '@/components/ui/role-context';
import { hasRight } from '@/lib/shared/roles/roles';
import { foldText } from '@/lib/shared/fold-text';
import { installPath } from '@/lib/shared/install-path';
import { sectionDetails } from './section-details';
import { type Place, type Section, sections } from './sections';

type PalettePanelProps = {
  installId: string;
  places: Place[];
  /** Text that the user typed before the code of the panel was loaded. */
  typed: string;
  onClose: () => void;
  onHelp: () => void;
};

type Entry = { key: string; words: string; content: ReactNode; Icon: LucideIcon; act: () => void };

const typingPauseMs = 200;

/**
 * Command palette. With a few keys, the user opens a screen, a view of the orders list, or an order (U13). Orders are
 * found by number, product or tag.
 */
export function PalettePanel(props: PalettePanelProps) {
  const t = useTranslations('frame');
  return (
    <DialogPanel open isTopFixed onOpenChange={props.onClose} title={t('palette.title')}>
      <div className="pb-3" onFocus={goOnTyping}>
        <PaletteSearch {...props} />
      </div>
    </DialogPanel>
  );
}

/**
 * Moves the cursor to the end of the text. The dialog selects all text in its first field when it opens, so without
 * this function the next typed letter would replace the text.
 */
function goOnTyping({ target: field }: FocusEvent) {
  if (field instanceof HTMLInputElement)
    queueMicrotask(() => field.setSelectionRange(field.value.length, field.value.length));
}

/**
 * Search field and results of the command palette. The typed text is state of this component and not of the
 * panel. A typed letter therefore does not render the panel again.
 */
function PaletteSearch({ installId, places, typed, onClose, onHelp }: PalettePanelProps) {
  const t = useTranslations('frame');
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState(typed);
  const words = text.trim();
  const go = (path: Section['path']) => {
    onClose();
    router.push(installPath(installId, path));
  };
  const found = useFoundOrders(installId, words);

  const role = useRole();
  const offered = sections.filter(({ name }) => hasRight(role, sectionDetails[name].needs ?? 'read'));
  const fixed: Entry[] = [
    ...offered.map(({ name, path }) => {
      return {
        key: name,
        words: t(name),
        content: t(name),
        Icon: sectionDetails[name].Icon,
        act: () => go(path),
      };
    }),
    ...places.flatMap(({ label, path, isTypedOnly }) => {
      if (isTypedOnly && words === '') return [];
      return { key: `${path} ${label}`, words: label, content: label, Icon: ListFilter, act: () => go(path) };
    }),
    {
      key: 'help',
      words: t('shortcuts.title'),
      content: t('shortcuts.title'),
      Icon: Keyboard,
      act: onHelp,
    },
  ];
  const folded = foldText(words);
  const entries = [
    ...fixed.filter((entry) => foldText(entry.words).includes(folded)),
    ...found.rows.map((row) => ({
      key: row.id,
      content: <FoundOrder row={row} />,
      Icon: ReceiptText,
      act: () => go(`/orders/${encodeURIComponent(row.id)}`),
    })),
    ...(words === ''
      ? []
      : [
          {
            key: 'search',
            content: t.rich('palette.search', { words: () => <bdi>{words}</bdi> }),
            Icon: Search,
            act: () => go(ordersSearchPath(words, keepSearch)),
          },
        ]),
  ];
  return (
    <Combobox
      id={id}
      aria-describedby={undefined}
      aria-invalid={undefined}
      inline
      text={text}
      onText={setText}
      onOpen={() => undefined}
      placeholder={t('palette.placeholder')}
      loading={found.isSearching}
      announcement={t('palette.found', { count: entries.length })}
      items={entries.map(({ key, content, Icon, act }) => ({
        key,
        item: act,
        content: (
          <span className="flex min-w-0 flex-1 items-center gap-3 text-sm">
            <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
            <span className="min-w-0 flex-1 truncate">{content}</span>
            <CornerDownLeft
              aria-hidden
              className="size-3.5 shrink-0 text-ink-soft ltr:-scale-x-100 pointer-coarse:hidden"
            />
          </span>
        ),
      }))}
      onPick={(act) => act()}
    />
  );
}

/**
 * An order among the search results. Number, age, total, status and first item are shown, so that the user can
 * distinguish similar orders.
 */
function FoundOrder({ row }: { row: FoundRow }) {
  const t = useTranslations('orderStatus');
  // A status without a translation is shown as the platform sent it.
  const status = row.status as 'placed';
  return (
    <span className="flex flex-col">
      <span className="flex items-baseline gap-3">
        <bdi>{row.order_number}</bdi>
        <span className="min-w-0 flex-1 truncate text-xs text-ink-soft">
          <RelativeTime at={row.created_at} />
        </span>
        <MoneyText money={row.total} className="text-xs text-ink-soft" />
      </span>
      <span className="flex text-xs text-ink-soft">
        <span className="shrink-0 whitespace-pre">
          <bdi>{t.has(status) ? t(status) : status}</bdi>
          {row.itemsSummary && ' · '}
        </span>
        {row.itemsSummary && <FirstItemText item={row.itemsSummary} />}
      </span>
    </span>
  );
}

type FoundRow = ReturnType<typeof useFoundOrders>['rows'][number];

function useFoundOrders(installId: string, words: string) {
  const debouncedWords = useDebounced(words, typingPauseMs);
  const orders = useQuery({
    ...foundOrdersOptions(installId, debouncedWords),
    enabled: debouncedWords.length > 1,
  });
  const isCurrent = debouncedWords === words && debouncedWords.length > 1;
  return {
    rows: (isCurrent && orders.data?.rows) || [],
    isSearching: words.length > 1 && (!isCurrent || orders.isFetching),
  };
}
