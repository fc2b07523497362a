import type { ReactNode } from 'react';

/**
 * One bar of a chart: its name (`label`), its height (`value`) and the text of its value. ChartTable shows
 * each bar as a row with the name and the text. If `cells` is given, the row shows these cells in place of
 * the text.
 */
export type Bar = { key: string; label: string; value: number; text: string; cells?: ReactNode[] };

type ChartTableProps = { caption: string; columns: string[]; bars: Bar[] };

/**
 * Table with the data of a chart. It has the height of the chart, which is enough for the seven days of a week. A
 * longer table scrolls, also by keyboard (U12, U13).
 */
export function ChartTable({ caption, columns, bars }: ChartTableProps) {
  return (
    <div tabIndex={0} role="region" aria-label={caption} className="h-full overflow-y-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-xs text-ink-soft">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1 pe-3 text-start font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, label, text, cells }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-1 pe-3 text-start font-normal">
                <bdi>{label}</bdi>
              </th>
              {(cells ?? [<bdi key="text">{text}</bdi>]).map((cell, index) => (
                // The index is a stable React key, because the columns always have the same positions.
                <td key={index} className="py-1 pe-3">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
