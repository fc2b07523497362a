'use client';

import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useNewVersion } from '@/components/ui/feedback/new-version';

const loadPanel = () => import('./new-version-panel').then(({ NewVersionPanel }) => NewVersionPanel);

/**
 * Notice that the server runs a newer build than this page. Its code is loaded only then, so that no first load has it.
 * The server serves the files of earlier builds too (D12).
 */
export function NewVersionNotice() {
  const version = useNewVersion();
  const renderPanel = useLazy(loadPanel, version !== null, () => undefined);
  return version !== null && renderPanel ? renderPanel({}) : null;
}
