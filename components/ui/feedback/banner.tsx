import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

const tones = {
  info: { look: 'border-info/30 bg-info-soft text-info', Icon: Info },
  good: { look: 'border-good/30 bg-good-soft text-good', Icon: CircleCheck },
  warn: { look: 'border-warn/30 bg-warn-soft text-warn', Icon: TriangleAlert },
  bad: { look: 'border-bad/30 bg-bad-soft text-bad', Icon: CircleAlert },
};

type BannerProps = {
  tone: keyof typeof tones;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  ref?: Ref<HTMLDivElement>;
};

/**
 * Message for the whole screen. Screen readers read the message once. If `tone` is `bad`, they read it immediately. For
 * any other tone, they read it when they have finished the current text.
 */
export function Banner({ tone, title, children, actions, ref }: BannerProps) {
  const { look, Icon } = tones[tone];
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'bad' ? 'alert' : 'status'}
      className={clsx('flex gap-3 rounded-card border px-4 py-3', look)}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
        <p className="font-bold">{title}</p>
        {children && <div className="text-ink">{children}</div>}
        {actions && <div className="mt-1.5 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
