/**
 * How much of their full size the long tests have: 1 by `npm run test:full`, otherwise what a run of all tests on two
 * cores has time for. Each of them says by itself what 1 is.
 */
export const testScale = Number(process.env.TEST_SCALE || 0.012);
