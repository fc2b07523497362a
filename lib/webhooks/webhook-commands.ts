import { z } from 'zod';
import { PutWebhookBody, TestWebhookBody } from 'commerce-platform-client/contract/webhooks';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';

/** Inputs of the server actions on the webhook subscription of an install. */
const WebhookCommand = z.object({ installId: InstallId, operationId: OperationId });

/** Input of the action changeSubscription. `topics` replaces all current topics of the subscription. */
export const ChangeSubscriptionCommand = WebhookCommand.extend({
  topics: PutWebhookBody.shape.topics,
  rotateSecret: z.boolean().default(false),
});
export type ChangeSubscriptionCommand = z.infer<typeof ChangeSubscriptionCommand>;

export const DeleteSubscriptionCommand = WebhookCommand;
export type DeleteSubscriptionCommand = z.infer<typeof DeleteSubscriptionCommand>;

export const SendTestEventCommand = WebhookCommand.extend({ event: TestWebhookBody });
export type SendTestEventCommand = z.infer<typeof SendTestEventCommand>;
