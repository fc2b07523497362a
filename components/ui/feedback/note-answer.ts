'use client';

import { noteRole } from '@/components/ui/newest-role';
import { sessionEndOf, setSessionEnd } from './session-end';

/**
 * Stores what the response of a server action contains about this browser tab: the newest role of the user, and whether
 * the session has ended. Call this for every server action that is called without useOperation.
 */
export function noteAnswer(answer: { code: string } | null): void {
  noteRole(answer);
  const end = sessionEndOf(answer?.code);
  if (end) setSessionEnd(end);
}
