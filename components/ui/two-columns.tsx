import type { ReactNode } from 'react';

type TwoColumnsProps = {
  /** Cards of the narrow column. A phone shows these cards first. */
  side: ReactNode;
  /** Cards of the wide column. */
  children: ReactNode;
};

/**
 * Wide column, with a narrow column beside it on a desktop. The HTML has the columns in the sequence in which a phone
 * shows them. The keyboard focus therefore follows that sequence, and nothing moves while the HTML is still arriving.
 */
export function TwoColumns({ side, children }: TwoColumnsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-start-1">{side}</div>
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-1">{children}</div>
    </div>
  );
}
