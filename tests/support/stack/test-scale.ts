/**
 * Factor for the sizes of the long tests. `npm run test:full` sets it to 1. The small default lets all tests
 * together end in reasonable time on two cores. Each long test defines its size for the factor 1.
 */
export const testScale = Number(process.env.TEST_SCALE || 0.012);
