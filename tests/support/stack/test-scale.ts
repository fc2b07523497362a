/**
 * Factor by which each long test multiplies its full size. `npm run test:full` sets it to 1, which is the
 * full size. The default is small, so that all tests together end in reasonable time on two cores.
 */
export const testScale = Number(process.env.TEST_SCALE || 0.012);
