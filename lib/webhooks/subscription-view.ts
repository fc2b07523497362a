import type { WebhookTopic } from '@/lib/platform/contract/webhooks';

/** The webhook subscription of an install for its screen. Times are RFC 3339. It never contains a secret. */
export type SubscriptionView = {
  /** The subscription on the platform. null: there is none, and changes are found only by reading. */
  subscription: {
    endpointUrl: string;
    /** Whether it delivers to this app. */
    isOurs: boolean;
    /** active, disabled, revoked, or another status of the platform (A15). */
    status: string;
    /** Number of consecutive failed deliveries. */
    failures: number;
    activatedAt: string | null;
    disabledAt: string | null;
  } | null;
  /** All known topics, in the order of the platform document. */
  topics: TopicView[];
  /** Time until which the previous secret is also accepted; null if there is no previous secret. */
  previousUntil: string | null;
  /** Whether the store is a development store; only these stores get test events. */
  isDevelopment: boolean;
};

/** `isGranted`: the scope that the topic needs is granted, or the topic needs no scope. */
export type TopicView = {
  name: WebhookTopic;
  scope: string | null;
  isGranted: boolean;
  isSubscribed: boolean;
};

/** When a test event was received; null if it has not arrived yet. */
export type TestEventView = { receivedAt: string | null };
