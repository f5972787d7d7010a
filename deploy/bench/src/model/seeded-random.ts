const STEP = 0x6d2b79f5

/** Numbers from 0 up to 1, always the same ones for a seed (mulberry32): fit for simulations, not for secrets. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + STEP) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A waiting time whose mean is `mean`, of what happens at any moment as likely as at any other. */
export const exponential = (random: () => number, mean: number): number => -Math.log(1 - random()) * mean
