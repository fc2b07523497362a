import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

// The ARIA roles are set explicitly. Without them, a table row that CSS displays as a card is no longer part of a table
// for screen readers.

type TableProps = {
  caption: string;
  head: ReactNode;
  /**
   * True if the header stays at the top of the screen while the rows scroll. The header is drawn above the controls in
   * the rows (z-10) and below the app's own top bar. For this to work, no element around the table may have CSS
   * overflow.
   */
  stickyHead?: boolean;
  /**
   * True if the CSS classes of the header cells set the widths of the columns, on screens of at least 1024 px. One
   * column without a width gets the remaining space. If false, each row that arrives can change the widths of all
   * columns, so the table can move under the user's finger.
   */
  hasFixedColumns?: boolean;
  children: ReactNode;
};

/** Table. Below a width of 640 px, each row is displayed as a card. */
export function Table(props: TableProps) {
  const { caption, head, stickyHead = false, hasFixedColumns = false, children } = props;
  return (
    <table role="table" className={clsx('w-full text-sm max-sm:block', hasFixedColumns && 'lg:table-fixed')}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className={clsx('max-sm:sr-only', stickyHead && 'z-11 sm:sticky sm:top-frame')}>
        <tr role="row" className="text-xs text-ink-soft">
          {head}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-2.5">
        {children}
      </tbody>
    </table>
  );
}

/** Header cell of a column. */
export function HeaderCell({ className = 'text-start', ...props }: ComponentProps<'th'>) {
  return (
    <th
      {...props}
      role="columnheader"
      scope="col"
      className={clsx(
        'px-1 py-2.5 font-semibold md:px-2.5 lg:px-3',
        // The line below the header is a CSS shadow. A border would stay behind when the sticky header cell moves.
        'bg-surface first:rounded-ss-card last:rounded-se-card shadow-[inset_0_-1px_0_var(--color-line)]',
        className,
      )}
    />
  );
}

/**
 * One row of a table. On a phone the row is a grid with two columns. The second column is only as wide as its content.
 * The classes max-sm:order- and max-sm:col-span- of a cell set its place in the grid.
 */
export function Row({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      {...props}
      role="row"
      className={clsx(
        'relative border-line hover:bg-sunken/60 has-focus-visible:bg-sunken',
        'sm:border-b sm:last:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-2',
        'max-sm:rounded-card max-sm:border max-sm:bg-surface max-sm:p-3.5 max-sm:shadow-card',
        className,
      )}
    />
  );
}

/** Cell of a table row. */
export function Cell({ className, ...props }: ComponentProps<'td'>) {
  return <td {...props} role="cell" className={clsx('sm:px-1 sm:py-3 md:px-2.5 lg:px-3', className)} />;
}
