import type { AttemptFailure, FaultEffect } from '@/sandbox/world/records';

/** The outcome of a portal action. The page after the redirect shows it as a message. */
export type Done =
  | 'advanced'
  | 'reset'
  | 'replayed'
  | 'not_replayed'
  | 'resent'
  | 'fault_added'
  | 'fault_wrong'
  | 'faults_cleared';

/** The texts that each language of the developer portal must provide. */
export type Texts = {
  portal: string;
  intro: string;
  overview: string;
  requests: string;
  deliveries: string;
  faults: string;
  docs: string;
  admin: string;
  otherLanguage: string;
  clock: string;
  clockIntro: string;
  minute: string;
  hours: string;
  day: string;
  installs: string;
  noInstalls: string;
  store: string;
  install: string;
  installed: string;
  state: string;
  states: Record<string, string>;
  scopes: string;
  scopesLess: (effective: number, granted: number) => string;
  secrets: string;
  webhookSecret: string;
  previousSecret: string;
  endpoint: string;
  noEndpoint: string;
  noEvent: string;
  failures: string;
  perMinute: string;
  spentRequests: string;
  spentWrites: string;
  resetTitle: string;
  resetIntro: string;
  seed: string;
  orders: string;
  reset: string;
  requestsIntro: string;
  live: string;
  still: string;
  none: string;
  time: string;
  call: string;
  status: string;
  requestId: string;
  idempotencyKey: string;
  body: string;
  answer: string;
  unread: string;
  empty: string;
  older: string;
  back: string;
  deliveriesIntro: string;
  all: string;
  topic: string;
  sequence: string;
  event: string;
  delivery: string;
  attempts: string;
  nextAttempt: string;
  noAnswer: string;
  failureReasons: Record<AttemptFailure, string>;
  took: (milliseconds: number) => string;
  endpointAnswer: string;
  faultLabel: string;
  headers: string;
  replay: string;
  replayHint: string;
  resend: string;
  resendHint: string;
  range: string;
  rangeIntro: string;
  from: string;
  to: string;
  faultsIntro: string;
  active: string;
  addFault: string;
  where: string;
  match: string;
  matchHint: string;
  effect: string;
  effects: Record<FaultEffect, string>;
  delay: string;
  count: string;
  probability: string;
  add: string;
  clear: string;
  always: string;
  done: Record<Done, (count: string, total: string) => string>;
};
