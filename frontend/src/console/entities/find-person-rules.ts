import type { FoundPeople } from '@kla/proto/web'

/** Shorter text finds half of everyone. */
export const SEARCH_MIN = 2

/** Returns the place that a key moves to, or null for other keys. */
export function nextPlace(key: string, place: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowUp') return (place + count - 1) % count
  return null
}

type Found = FoundPeople['results'][number]

/** Lists the names of a person once each, the shown one first. */
export function namesOfFound({ player_name, global_name, username, under_player_name }: Found): string[] {
  const names = under_player_name ? [player_name, global_name, username] : [global_name, username, player_name]
  return [...new Set(names.filter((name) => name !== null && name !== ''))] as string[]
}
