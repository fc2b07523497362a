/** The webhook subscription of an install as its screen shows it. Times are RFC 3339; never a secret. */
export type SubscriptionView = {
  /** As the platform has it; null: there is none, and changes are found by reading alone. */
  subscription: {
    endpointUrl: string;
    /** It delivers to this very app. */
    isOurs: boolean;
    /** active, disabled, revoked, or as the platform says (A15). */
    status: string;
    /** Deliveries in a row that failed. */
    failures: number;
    activatedAt: string | null;
    disabledAt: string | null;
  } | null;
  /** Every topic that is known, in the document's order. */
  topics: TopicView[];
  /** Until when the secret before the last rotation is accepted as well; null: there is none. */
  previousUntil: string | null;
  /** Test events are for such stores alone. */
  isDevelopment: boolean;
};

/** `isHeld`: the scope that the topic needs is granted, or it needs none. */
export type TopicView = { name: string; scope: string | null; isGranted: boolean; isSubscribed: boolean };

/** When a test event was received; null: not yet. */
export type TestEventView = { receivedAt: string | null };
