'use client';

import { type ComponentProps, useState } from 'react';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useSessionEnd } from '@/components/ui/feedback/session-end';
import type { SessionPanel } from './session-panel';

const loadPanel = () => import('./session-panel').then(({ SessionPanel: panel }) => panel);

/** Time after which the code of the panel is requested again if it could not be loaded. */
const retryMs = 5_000;

/**
 * Notice that this tab has lost its access, because the session has ended (S32) or the store is disconnected. The code
 * of the panel is loaded only then, so the first load of a page stays small. The server sends code without a session.
 */
export function SessionNotice(props: Omit<ComponentProps<typeof SessionPanel>, 'end'>) {
  const end = useSessionEnd();
  const [isFailed, setFailed] = useState(false);
  const renderPanel = useLazy(loadPanel, end !== null && !isFailed, () => {
    setFailed(true);
    setTimeout(() => setFailed(false), retryMs);
  });
  return end && renderPanel ? renderPanel({ ...props, end }) : null;
}
