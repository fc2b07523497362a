/**
 * Scale of the long tests: 1 with `npm run test:full`. With the default, all tests together end in reasonable time on
 * two cores. Each long test defines its size at scale 1.
 */
export const testScale = Number(process.env.TEST_SCALE || 0.012);
