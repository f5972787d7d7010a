import type { FoundPeople } from '@kla/proto/web'

/** Shorter text finds half of everyone. */
export const SEARCH_MIN = 2

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented' | 'isComposing'
>

/** True for Ctrl+K and Cmd+K, in fields too. */
export const isFindKey = (event: Key): boolean =>
  event.key.toLowerCase() === 'k' &&
  event.ctrlKey !== event.metaKey &&
  !event.altKey &&
  !event.shiftKey &&
  !event.repeat &&
  !event.defaultPrevented &&
  !event.isComposing

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
