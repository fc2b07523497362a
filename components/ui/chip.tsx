import { clsx } from 'clsx';
import { X } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useId } from 'react';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { Spinner } from '@/components/ui/feedback/spinner';

const shape = 'inline-flex max-w-full items-center rounded-full border text-sm leading-6';

type ChipProps = {
  children: ReactNode;
  /** Label before the value, for example "Status:". */
  label?: string;
  /**
   * Accessible name of the remove button, such as "Remove filter". Screen readers read the text of the chip
   * after this name.
   */
  removeLabel: string;
  /**
   * The action of the remove button: a function to call, or the URL of the screen without the value. If null, the chip
   * has no remove button.
   */
  remove: string | (() => void) | null;
  /** True while the request that adds or removes the value is being sent. */
  pending?: boolean;
};

/** Chip with a chosen value that can be removed, for example a tag or a filter. */
export function Chip({ children, label, removeLabel, remove, pending = false }: ChipProps) {
  const id = useId();
  const button = {
    id: `${id}-remove`,
    'aria-label': removeLabel,
    'aria-labelledby': `${id}-remove ${id}-words`,
    className: 'grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink',
    children: <X aria-hidden className="size-4" />,
  };
  return (
    <span
      data-pending={pending || undefined}
      className={clsx(shape, 'min-h-11 border-line bg-sunken ps-3', remove === null && 'pe-3')}
    >
      {pending && (
        <span className="me-1.5">
          <Spinner />
        </span>
      )}
      <span id={`${id}-words`} className="truncate">
        {label && <span className="text-ink-soft">{label}</span>} <bdi>{children}</bdi>
      </span>
      {remove === null ? null : typeof remove === 'string' ? (
        <Link href={remove} prefetch={false} scroll={false} {...button} />
      ) : (
        <button type="button" onClick={remove} {...button} />
      )}
    </span>
  );
}

type ChipLinkProps = { href: string; current?: boolean; children: ReactNode };

/**
 * Chip with a value, which links to a list of only the rows with this value. `current` is true if the list on the
 * screen already shows only these rows.
 */
export function ChipLink({ href, current = false, children }: ChipLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      scroll={false}
      aria-current={current || undefined}
      className={clsx(
        shape,
        'min-h-11 gap-2 px-4 font-medium',
        current
          ? 'border-brand bg-brand-soft text-brand-strong'
          : 'border-line-strong/60 bg-surface hover:bg-sunken',
      )}
    >
      <bdi className="truncate">{children}</bdi>
      <LinkPending />
    </Link>
  );
}
