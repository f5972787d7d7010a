/** Random numbers that repeat for the same seed. */
export interface SeededRandom {
  /** 0 to 1. */
  next(): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32, small and good enough for simulated players. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new Error('pick from an empty list')
      return picked
    },
  }
}
