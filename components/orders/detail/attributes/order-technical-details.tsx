'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Spinner } from '@/components/ui/feedback/spinner';
import { loadCopy } from '@/components/ui/session-copy';
import type { TechnicalContent } from './technical-content';
import { inPlaceCopyKey } from './in-place-copy';

/** The code of the section's content is loaded when the user first opens the section, because few users need it. */
const Content = dynamic(
  () => import('./technical-content').then(({ TechnicalContent: content }) => content),
  { ssr: false, loading: () => <Spinner /> },
);

/**
 * Closed section with data that only few merchants need: the reference, the attributes, the confirmation and
 * the ids for support. The section opens automatically if one of its forms has input that was typed before a
 * reload.
 */
export function OrderTechnicalDetails(props: ComponentProps<typeof TechnicalContent>) {
  const t = useTranslations('ui');
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const restore = useRef(() => {
    // The user may have opened the section before the code of this component was loaded. The state is
    // therefore read from the page.
    setOpened(details.current?.open === true);
    setOpen(details.current?.open === true);
    const names = ['attribute', 'reference'] as const;
    if (names.some((name) => loadCopy(inPlaceCopyKey(name, props.target)))) setOpen(true);
  });
  // Session storage is read in an effect, because the server cannot read it. The first render in the browser
  // must give the same HTML as the server.
  useEffect(() => restore.current(), []);
  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open) setOpened(true);
      }}
      data-technical
      className="rounded-card border border-line bg-surface shadow-card"
    >
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-base font-bold sm:px-5">
        <h2>{t('technicalDetails')}</h2>
      </summary>
      {wasOpened && <Content {...props} />}
    </details>
  );
}
