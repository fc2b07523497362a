import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** Level of the title. Use h1 if the empty state is the only content of the page. */
  heading?: 'h1' | 'h2';
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
};

/**
 * Shown in place of content that does not exist. It says why there is no content, and what the user can do
 * next (U18).
 */
export function EmptyState({ heading: Heading = 'h2', icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center">
      <span
        aria-hidden
        className="grid size-14 place-items-center rounded-full bg-brand-soft text-brand [&_svg]:size-6"
      >
        {icon}
      </span>
      {Heading === 'h1' && <title>{title}</title>}
      <Heading className="text-lg font-bold wrap-anywhere">{title}</Heading>
      {children && <div className="max-w-md text-sm text-ink-soft">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
