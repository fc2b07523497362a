/** The first steps of a merchant, in their sequence. */
export const firstSteps = ['quote', 'message', 'order', 'shipment', 'staff'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** For each first step, whether the data shows that it is done. No user marks a step as done. */
export type StepFacts = Record<FirstStep, boolean>;
