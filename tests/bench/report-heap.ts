/**
 * Loaded before a program (`node --expose-gc --import ./tests/bench/report-heap.ts`). At each SIGUSR2 it prints `heap
 * <number of the request> <bytes>`: the memory that is reachable after a collection.
 */
let reports = 0;
process.on('SIGUSR2', () => {
  // The second collection frees memory that finalizers of the first one released.
  for (let round = 0; round < 2; round++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(`heap ${++reports} ${heapUsed + external}`);
});
