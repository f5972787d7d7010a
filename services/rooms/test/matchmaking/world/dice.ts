/** Chance that falls the same way every time. */
export interface Dice {
  /** 0 to 1. */
  next(): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: small, and good enough to make up people. */
export function createDice(seed: number): Dice {
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
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}
