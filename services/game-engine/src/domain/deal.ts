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
  const seenAt = new Map(seen.map((id, position) => [id, position]))
  const unseen = pool.filter((gif) => !seenAt.has(gif.id))
  const options = drawn(unseen, count, random)
  if (options.length < count) {
    const longestUnseenFirst = pool
      .filter((gif) => seenAt.has(gif.id))
      .sort((one, other) => (seenAt.get(one.id) ?? 0) - (seenAt.get(other.id) ?? 0))
    options.push(...longestUnseenFirst.slice(0, count - options.length))
  }
  const dealt = new Set(options.map((gif) => gif.id))
  return { options, seen: [...seen.filter((id) => !dealt.has(id)), ...dealt] }
}

/** The first steps of a Fisher-Yates shuffle: no more of them than are needed. */
function drawn(gifs: readonly Gif[], count: number, random: () => number): Gif[] {
  const rest = [...gifs]
  const hand: Gif[] = []
  while (hand.length < count && rest.length > 0) {
    const at = Math.floor(random() * rest.length)
    hand.push(...rest.splice(at, 1))
  }
  return hand
}
