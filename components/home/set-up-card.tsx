'use client';

import { clsx } from 'clsx';
import { ChevronDown, Circle, CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PermissionButton } from '@/components/ui/feedback/permission-button';
import { FoldMark } from '@/components/ui/fold-mark';
import { useRight } from '@/components/ui/role-context';
import { type FirstStep, listSteps } from '@/lib/home/first-steps';
import type { SetUpGuide } from '@/lib/home/set-up-guide';
import type { Right } from '@/lib/shared/roles/roles';
import { installPath } from '@/lib/shared/install-path';

/**
 * Server action that permanently hides the first steps on the home screen. The page passes this action in.
 */
export type HideSteps = (command: {
  installId: string;
  settings: { areStepsHidden: true };
}) => Promise<{ code: string }>;

type SetUpCardProps = {
  installId: string;
  guide: SetUpGuide;
  earlierDataCount: number;
  saveSettings: HideSteps;
  onHidden: () => void;
  /** True if the card is only one row, which opens on a press. This is so if orders or quotes wait for the merchant. */
  isCompact: boolean;
  /** True if the card shows only the next step, and the other steps on a press. */
  isNextOnly: boolean;
};

/**
 * Links of the first steps. For each step: the screen on which the user does the step, and the right that the
 * step needs. If the user's role lacks the right, the step has no button.
 */
const stepLinks = {
  quote: { path: '/orders/new', needed: 'agree_prices' },
  names: { path: '/settings#customers', needed: 'change_settings' },
  message: { path: '/settings', needed: 'change_settings' },
  order: { path: '/orders/new', needed: 'agree_prices' },
  shipment: { path: '/orders?status=approved&status=processing', needed: 'fulfil' },
  staff: { path: '/settings', needed: 'change_roles' },
} as const satisfies Record<FirstStep, { path: `/${string}`; needed: Right }>;

/**
 * Card with the steps of the set-up. A first step that is done stays in the list with a check mark. The merchant need
 * not check off steps, because the app's data shows whether a step is done (for example, whether the first order
 * exists). The merchant can permanently hide the first steps.
 */
export function SetUpCard(props: SetUpCardProps) {
  const { installId, guide, earlierDataCount, saveSettings, onHidden, isCompact, isNextOnly } = props;
  const t = useTranslations('home.guide');
  const tEarlier = useTranslations('earlierData.guide');
  const [isOpen, setOpen] = useState(false);
  const { missingScopes, isSubscribed, steps } = guide;
  const listed = listSteps(steps ?? {});
  const next = listed.find(({ isDone }) => !isDone)?.step;
  // If orders are hidden, the card about them names the missing permissions and has the button.
  const scopes = missingScopes.includes('orders:read') ? [] : missingScopes;
  // A missing permission hides data, so the step for it is always shown in full.
  const isFull = scopes.length > 0;
  const isShort = isNextOnly && !isCompact && !isFull && next !== undefined;
  const isClosed = isShort && !isOpen;
  const total = listed.length + (isSubscribed ? 0 : 1) + (earlierDataCount > 0 ? 1 : 0);
  // The steps that a closed card does not show. It shows the next step and the one for data of an earlier
  // installation.
  const others = total - 1 - (earlierDataCount > 0 ? 1 : 0);
  const done = listed.filter(({ isDone }) => isDone).length;
  const progress = t('progress', { done, total });
  const hide = steps && <HideButton installId={installId} saveSettings={saveSettings} onHidden={onHidden} />;
  const list = (
    <ol className="flex flex-col gap-3">
      {isFull && (
        <Step isDone={false} title={t('scopes.title')} action={<PermissionButton scopes={scopes} />}>
          <MissingScopeList scopes={scopes} />
        </Step>
      )}
      {!isSubscribed && (
        <Step isDone={false} isFolded={isClosed} title={t('webhook.title')}>
          {t('webhook.body')}
        </Step>
      )}
      {listed.map(({ step, isDone }) => (
        <FirstStepItem
          key={step}
          installId={installId}
          step={step}
          isDone={isDone}
          isFolded={isClosed && step !== next}
        />
      ))}
      {earlierDataCount > 0 && (
        <Step
          isDone={false}
          title={tEarlier('title')}
          action={<StepLink href={installPath(installId, '/settings/import')}>{tEarlier('action')}</StepLink>}
        >
          {tEarlier('body', { count: earlierDataCount })}
        </Step>
      )}
    </ol>
  );
  if (!isFull && isSubscribed && !steps && earlierDataCount === 0) return null;
  if (isShort)
    return (
      <Card>
        <div className="flex flex-col gap-3.5 max-sm:gap-2" data-steps={isOpen ? 'open' : 'next'}>
          <div className="flex items-center justify-between gap-3">
            <h2 className="flex flex-wrap items-baseline gap-x-1.5 font-bold">
              <span>{t('title')}</span>
              <span className="text-sm font-normal text-ink-soft">{progress}</span>
            </h2>
            <div className={clsx(isClosed && 'max-sm:hidden')}>{hide}</div>
          </div>
          {list}
          {others > 0 && (
            <Button
              variant="quiet"
              className="-ms-3.5 -mb-2 self-start"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? t('fewer') : t('more', { count: others })}
              <ChevronDown aria-hidden className={clsx('size-4', isOpen && 'rotate-180')} />
            </Button>
          )}
        </div>
      </Card>
    );
  if (!isCompact || isFull)
    return (
      <Card title={t('title')} aside={hide}>
        {list}
      </Card>
    );
  return (
    <Card>
      <div className="-my-2 flex items-start justify-between gap-2">
        <details className="group min-w-0 flex-1">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
            <FoldMark />
            <span className="font-bold">{t('title')}</span>
            {steps && <span className="text-sm text-ink-soft">{progress}</span>}
          </summary>
          <div className="pt-2 pb-3">{list}</div>
        </details>
        {hide}
      </div>
    </Card>
  );
}

/** The permissions that the app needs and does not have. */
export function MissingScopeList({ scopes }: { scopes: SetUpGuide['missingScopes'] }) {
  const t = useTranslations('home.guide.scopes');
  const tScope = useTranslations('settings.scopes.of');
  return (
    <div className="text-sm text-ink-soft">
      {t('body')}
      <ul className="mt-1 list-disc ps-5">
        {scopes.map((scope) => (
          <li key={scope}>{tScope(scope)}</li>
        ))}
      </ul>
    </div>
  );
}

type FirstStepItemProps = {
  installId: string;
  step: FirstStep;
} & Pick<StepProps, 'isDone' | 'isFolded'>;

function FirstStepItem({ installId, step, ...look }: FirstStepItemProps) {
  const t = useTranslations('home.guide.steps');
  const { path, needed } = stepLinks[step];
  const may = useRight(needed);
  return (
    <Step
      name={step}
      {...look}
      title={t(`${step}.title`)}
      action={may && <StepLink href={installPath(installId, path)}>{t(`${step}.action`)}</StepLink>}
    >
      {t(`${step}.body`)}
    </Step>
  );
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild>
      <Link href={href} prefetch={false}>
        {children}
      </Link>
    </Button>
  );
}

function HideButton({
  installId,
  saveSettings,
  onHidden,
}: Pick<SetUpCardProps, 'installId' | 'saveSettings' | 'onHidden'>) {
  const t = useTranslations('home.guide');
  const mayHide = useRight('change_settings');
  const [isSaving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (!mayHide) return null;
  const hide = async () => {
    setSaving(true);
    const { code } = await saveSettings({ installId, settings: { areStepsHidden: true } }).catch(() => ({
      code: 'no_answer',
    }));
    setSaving(false);
    setFailed(code !== 'saved');
    if (code === 'saved') onHidden();
  };
  return (
    <span className="flex items-center gap-2">
      {hasFailed && (
        <span role="alert" className="text-sm text-bad">
          {t('notHidden')}
        </span>
      )}
      <Button variant="quiet" className="-me-3" pending={isSaving} onClick={() => void hide()}>
        {t('hide')}
      </Button>
    </span>
  );
}

type StepProps = {
  name?: FirstStep;
  isDone: boolean;
  /** True if the step is not shown until the user opens the card. */
  isFolded?: boolean;
  title: string;
  action?: ReactNode;
  children: ReactNode;
};

function Step({ name, isDone, isFolded, title, action, children }: StepProps) {
  const t = useTranslations('home.guide');
  const Mark = isDone ? CircleCheck : Circle;
  return (
    <li
      data-step={isDone ? 'done' : 'open'}
      data-first-step={name}
      className={isFolded ? 'hidden' : 'flex items-start gap-3'}
    >
      <Mark aria-hidden className={clsx('mt-0.5 size-5 shrink-0', isDone ? 'text-good' : 'text-ink-soft')} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60 text-sm">
          <p className="font-semibold">
            {title} <span className="sr-only">{isDone ? t('done') : t('open')}</span>
          </p>
          {!isDone && <div className="text-ink-soft">{children}</div>}
        </div>
        {!isDone && action}
      </div>
    </li>
  );
}
