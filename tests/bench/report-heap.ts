/**
 * Loaded ahead of a program (`node --expose-gc --import ./tests/bench/report-heap.ts`): at each SIGUSR2 it prints
 * `heap <how often> <bytes>`, what is reachable after a collection.
 */
let reports = 0;
process.on('SIGUSR2', () => {
  // The second frees what the first one's finalizers let go of.
  for (let round = 0; round < 2; round++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(`heap ${++reports} ${heapUsed + external}`);
});
