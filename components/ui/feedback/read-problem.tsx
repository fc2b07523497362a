'use client';

import { CloudOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useRoleText } from '@/components/ui/role-context';
import { EmptyState } from './empty-state';
import { ReadFailure } from '@/lib/shared/read-json';

type ReadProblemProps = { heading?: 'h1' | 'h2'; error: unknown; onRetry: () => void };

/**
 * Shown if the data of a screen cannot be read. The button reads the data again. If the user has to sign in or
 * reconnect, the button reloads the page instead. The server then redirects to the page on which the user can do that.
 */
export function ReadProblem({ heading, error, onRetry }: ReadProblemProps) {
  const t = useTranslations('problem');
  const roleText = useRoleText();
  const code = error instanceof ReadFailure ? error.code : 'unavailable';
  const reopen = code === 'signed_out' || code === 'reconnect';
  return (
    <EmptyState
      heading={heading}
      icon={<CloudOff />}
      title={t(`${code}.title`)}
      actions={
        <Button variant="primary" onClick={reopen ? () => window.location.reload() : onRetry}>
          {reopen ? t('reopen') : t('retry')}
        </Button>
      }
    >
      {code === 'no_right' ? roleText : t(`${code}.body`)}
    </EmptyState>
  );
}
