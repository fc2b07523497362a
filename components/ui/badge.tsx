import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  neutral: 'bg-sunken text-ink-soft',
  brand: 'bg-brand-soft text-brand-strong',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
};

export type Tone = keyof typeof tones;

/** Short label for a state. The color adds nothing to the text, so that color-blind users miss nothing. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-full border border-transparent px-2.5 text-xs leading-5 font-semibold',
        '[&_svg]:size-3.5 [&_svg]:shrink-0',
        tones[tone],
      )}
    >
      {icon}
      <bdi className="truncate">{children}</bdi>
    </span>
  );
}
