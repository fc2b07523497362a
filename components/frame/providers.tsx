'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { RoleContext } from '@/components/ui/role-context';
import { type ScopeGrant, ScopesContext } from '@/components/ui/scopes-context';
import { ToastProvider } from '@/components/ui/feedback/toast';
import type { Connection } from '@/lib/shared/live/connection';
import type { Role } from '@/lib/shared/roles/roles';
import { LiveUpdates } from './live-updates';
import { NewVersionNotice } from '@/components/frame/notices/new-version-notice';
import { makeQueryClient } from './query-client';
import { SessionNotice } from '@/components/frame/notices/session-notice';

type ProvidersProps = {
  installId: string;
  scopes: ScopeGrant;
  role: Role;
  adminUrl: string;
  returnParameter: string;
  build: string;
  connection: Connection;
  children: ReactNode;
};

/**
 * React providers that every screen of an install needs: the scopes, the user's role, the React Query cache, live
 * updates and toasts.
 *
 * - `adminUrl`: the page of the store admin that opens the app
 * - `returnParameter`: name of the query parameter of `adminUrl` that has the screen to open
 * - `build`: id of the build that rendered the page
 * - `connection`: state of the connection to the store when the server rendered the page
 */
export function Providers({
  installId,
  scopes,
  role,
  adminUrl,
  returnParameter,
  build,
  connection,
  children,
}: ProvidersProps) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <ScopesContext value={scopes}>
          <RoleContext value={role}>
            <LiveUpdates installId={installId} build={build} connection={connection}>
              {children}
            </LiveUpdates>
          </RoleContext>
        </ScopesContext>
        <NewVersionNotice />
        <SessionNotice adminUrl={adminUrl} returnParameter={returnParameter} />
      </ToastProvider>
    </QueryClientProvider>
  );
}
