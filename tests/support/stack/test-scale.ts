/**
 * Scale of the long tests: 1 with `npm run test:full`. The default is small enough that all tests on two cores end in
 * reasonable time. Each long test defines its size at scale 1.
 */
export const testScale = Number(process.env.TEST_SCALE || 0.012);
