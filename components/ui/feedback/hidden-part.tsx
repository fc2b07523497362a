import type { ReactNode } from 'react';
import { MissingScope } from './missing-scope';
import { PermissionButton } from './permission-button';

/**
 * Shown in place of a part of a screen that is hidden, because the app lacks a scope. It says what is hidden and has the
 * button that turns the scope on. It never says that there is nothing to show (U10).
 */
export function HiddenPart({ scope, children }: { scope: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2" data-hidden-part={scope}>
      <MissingScope>{children}</MissingScope>
      <PermissionButton scopes={[scope]} />
    </div>
  );
}
