import type { WebhookTopic } from 'commerce-platform-client/contract/webhooks';

/**
 * The webhook subscription of an install, as data for its screen. Times are RFC 3339. The data never contain a secret.
 */
export type SubscriptionView = {
  /**
   * The webhook subscription on the platform. Null if there is none; then only sweeps (repeated reads of platform data)
   * find changes.
   */
  subscription: {
    endpointUrl: string;
    /** True if the URL of the subscription is the webhook URL of the app. */
    isOurs: boolean;
    /** Status of the subscription: active, disabled, revoked, or another status of the platform (A15). */
    status: string;
    /** Number of consecutive deliveries that failed. */
    failures: number;
    activatedAt: string | null;
    disabledAt: string | null;
  } | null;
  /** All known topics, in the order of the platform document. */
  topics: TopicView[];
  /** Time until which the previous webhook secret is accepted; null if there is no previous secret. */
  previousUntil: string | null;
  /** True if the store is a development store. Only development stores get test events. */
  isDevelopment: boolean;
};

/** A webhook topic. `isGranted`: the scope of the topic is granted, or the topic needs no scope. */
export type TopicView = {
  name: WebhookTopic;
  scope: string | null;
  isGranted: boolean;
  isSubscribed: boolean;
};

/** The time at which the requested test event was received; null if the event has not arrived yet. */
export type TestEventView = { receivedAt: string | null };
