/** The first steps of a merchant in the app, in the sequence of the screen. */
export const firstSteps = ['quote', 'message', 'order', 'shipment', 'staff'] as const;
export type FirstStep = (typeof firstSteps)[number];

/**
 * For each first step, whether it is done. The app finds out from its data whether a step is done; a user
 * cannot mark it as done.
 */
export type StepFacts = Record<FirstStep, boolean>;
