'use client';

import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useNewVersion } from '@/components/ui/feedback/new-version';

const loadPanel = () => import('./new-version-panel').then(({ NewVersionPanel }) => NewVersionPanel);

/**
 * Notice that the server runs a newer build than this page. The code of the notice is loaded only after a newer build
 * was detected, so the first load of a page stays small. The code can still be loaded then, because the server also
 * serves the files of earlier builds (D12).
 */
export function NewVersionNotice() {
  const version = useNewVersion();
  const renderPanel = useLazy(loadPanel, version !== null, () => undefined);
  return version !== null && renderPanel ? renderPanel({}) : null;
}
