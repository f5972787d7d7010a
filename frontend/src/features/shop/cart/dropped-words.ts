import { CATALOGUE } from '@kla/proto/web'

/** That items of a kept cart went because they are not sold any more; null where none did. */
export function droppedWords(itemIds: readonly number[]): string | null {
  if (itemIds.length === 0) return null
  const names = itemIds.map((itemId) => CATALOGUE.find(({ id }) => id === itemId)?.name ?? 'An item')
  return `${names.join(', ')}: not sold right now, so no longer in your cart.`
}
