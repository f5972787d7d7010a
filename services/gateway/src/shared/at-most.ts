/** Options of an LRU cache of at most `count` entries; lru-cache's `max` would allocate all of them at its creation. */
export const atMost = (count: number): { readonly maxSize: number; readonly sizeCalculation: () => number } => ({
  maxSize: count,
  sizeCalculation: () => 1,
})
