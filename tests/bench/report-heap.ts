/**
 * A module that Node loads before a program, with `node --expose-gc --import ./tests/bench/report-heap.ts`. At each
 * SIGUSR2 signal the program then prints `heap <number of the signal> <bytes>`: the memory that is still reachable
 * after a garbage collection.
 */
let reports = 0;
process.on('SIGUSR2', () => {
  // Collects garbage twice, because objects with finalizers become free only after the first collection.
  for (let round = 0; round < 2; round++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(`heap ${++reports} ${heapUsed + external}`);
});
