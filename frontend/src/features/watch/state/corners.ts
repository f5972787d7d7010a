import type { PlayerEntry } from '@kla/proto/web'

/** Who is in which corner, by id: the warm one first. */
export type Corners = readonly [number | null, number | null]

/** Everybody stays in their corner; whoever is new takes a free one. */
export function cornersAfter(before: Corners, players: readonly Pick<PlayerEntry, 'id'>[]): Corners {
  const isHere = (id: number | null) => id !== null && players.some((player) => player.id === id)
  const kept = before.map((id) => (isHere(id) ? id : null))
  for (const { id } of players) {
    const free = kept.indexOf(null)
    if (!kept.includes(id) && free !== -1) kept[free] = id
  }
  return [kept[0] ?? null, kept[1] ?? null]
}
