import type { Gif } from './battle.js'

export interface Dealt {
  readonly options: readonly Gif[]
  /** All that has been dealt to this player, the longest unseen first. */
  readonly seen: readonly number[]
}

/**
 * Draws `count` different GIFs from `pool` that this player has not seen in this battle; when those run out, the ones
 * it has not seen for longest. Fewer than `count` only if the pool itself is smaller.
 */
export function deal(pool: readonly Gif[], seen: readonly number[], count: number, random: () => number): Dealt {
  const known = new Set(seen)
  const options = drawn(pool.filter((gif) => !known.has(gif.id)), count, random)
  for (const id of seen) {
    if (options.length === count) break
    const longUnseen = pool.find((gif) => gif.id === id)
    if (longUnseen) options.push(longUnseen)
  }
  const dealt = new Set(options.map((gif) => gif.id))
  return { options, seen: [...seen.filter((id) => !dealt.has(id)), ...dealt] }
}

/** Takes so many out of `gifs`, by the first steps of a Fisher-Yates shuffle: no more of them than are needed. */
function drawn(gifs: Gif[], count: number, random: () => number): Gif[] {
  const hand: Gif[] = []
  while (hand.length < count && gifs.length > 0) {
    const at = Math.floor(random() * gifs.length)
    hand.push(...gifs.splice(at, 1))
  }
  return hand
}
