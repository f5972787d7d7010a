import type { RoomListItem, ServerEvents } from './server-events.js'

interface Keyed {
  readonly id: string
}

/** What turns one list into another, in this order: `removed`, `changed` in place, `added` at its final position. */
export interface ListDifference<Item extends Keyed> {
  readonly removed: readonly string[]
  readonly changed: readonly Item[]
  readonly added: readonly { readonly at: number; readonly item: Item }[]
}

/** Finds the difference of two lists without repeated ids. An item that moved is removed and added. */
export function differenceOf<Item extends Keyed>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): ListDifference<Item> {
  const placeBefore = new Map(before.map(({ id }, place) => [id, place]))
  const stays = new Set<string>()
  const changed: Item[] = []
  const added: { at: number; item: Item }[] = []
  let last = -1
  after.forEach((item, at) => {
    const place = placeBefore.get(item.id)
    if (place === undefined || place < last) return void added.push({ at, item })
    last = place
    stays.add(item.id)
    const known = before[place]
    if (known === undefined || !isSame(known, item)) changed.push(item)
  })
  return { removed: before.filter(({ id }) => !stays.has(id)).map(({ id }) => id), changed, added }
}

/** Applies a difference to the list that it was made from. */
export function applyDifference<Item extends Keyed>(
  list: readonly Item[],
  { removed, changed, added }: ListDifference<Item>,
): Item[] {
  const gone = new Set(removed)
  const replaced = new Map(changed.map((item) => [item.id, item]))
  const result = list.filter(({ id }) => !gone.has(id)).map((item) => replaced.get(item.id) ?? item)
  for (const { at, item } of added) result.splice(at, 0, item)
  return result
}

/** Room list of a client that asked for differences. */
export interface KnownRooms {
  readonly revision: number
  readonly rooms: readonly RoomListItem[]
}

type ListEvent =
  | { readonly kind: 'list'; readonly data: ServerEvents['public-room-list'] }
  | { readonly kind: 'change'; readonly data: ServerEvents['room-list-change'] }

/**
 * Takes what the server sends to one connection. Null: unknown, or something was lost; `request-room-list` brings a new
 * list. What is older than the known list changes nothing.
 */
export function nextRooms(known: KnownRooms | null, event: ListEvent): KnownRooms | null {
  if (event.kind === 'list') {
    const { rooms, revision } = event.data
    if (revision === undefined) return null
    return known !== null && revision < known.revision ? known : { revision, rooms }
  }
  if (known === null) return null
  const { from, to, removed, changed, added } = event.data
  if (to <= known.revision) return known
  if (from !== known.revision) return null
  const items = added.map(({ at, room }) => ({ at, item: room }))
  return { revision: to, rooms: applyDifference(known.rooms, { removed, changed, added: items }) }
}
