/**
 * Each long test multiplies its full size by this factor. The default is small, so that all tests end in reasonable
 * time on two cores. `npm run test:full` sets the factor to 1.
 */
export const testScale = Number(process.env.TEST_SCALE || 0.012);
