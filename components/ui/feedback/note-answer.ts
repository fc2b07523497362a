'use client';

import { noteRole } from '@/components/ui/newest-role';
import { sessionEndOf, setSessionEnd } from './session-end';

/**
 * Stores what the answer of an action says about this browser tab: the newest role of the user, and whether the session
 * has ended. Every code that calls an action itself, without useOperation, must call this.
 */
export function noteAnswer(answer: { code: string } | null): void {
  noteRole(answer);
  const end = sessionEndOf(answer?.code);
  if (end) setSessionEnd(end);
}
