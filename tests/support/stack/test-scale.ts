/**
 * Scale of the long tests: 1 with `npm run test:full`, otherwise what a run of all tests on two cores has time for.
 * Each long test defines its size at scale 1.
 */
export const testScale = Number(process.env.TEST_SCALE || 0.012);
