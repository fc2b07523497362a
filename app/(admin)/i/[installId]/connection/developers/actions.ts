'use server';

import type { z } from 'zod';
import { changeSubscription } from '@/lib/webhooks/change-subscription.server';
import { deleteSubscription } from '@/lib/webhooks/delete-subscription.server';
import { sendTestEvent } from '@/lib/webhooks/send-test-event.server';
import {
  ChangeSubscriptionCommand,
  DeleteSubscriptionCommand,
  SendTestEventCommand,
} from '@/lib/webhooks/webhook-commands';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Replaces the topics of the webhook subscription and, if requested, rotates its secret. */
export async function changeSubscriptionAction(command: z.input<typeof ChangeSubscriptionCommand>) {
  return runCommand('change_settings', ChangeSubscriptionCommand, command, changeSubscription);
}

/** Deletes the webhook subscription. */
export async function deleteSubscriptionAction(command: z.input<typeof DeleteSubscriptionCommand>) {
  return runCommand('disconnect', DeleteSubscriptionCommand, command, deleteSubscription);
}

/** Asks the platform to send a test event to our webhook endpoint. */
export async function sendTestEventAction(command: z.input<typeof SendTestEventCommand>) {
  return runCommand('change_settings', SendTestEventCommand, command, sendTestEvent);
}
