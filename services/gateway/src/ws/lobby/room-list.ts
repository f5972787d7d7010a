import type { RoomListItem as RoomListMessage } from '@kla/proto'
import { CATEGORIES, MODES, type RoomCount, type RoomListItem } from '@kla/proto/web'
import { dataText } from '../frames.js'
import { roomFields } from '../rooms/room-fields.js'

/** Readers who see rooms, and those who see counts. */
export type Audience = 'player' | 'visitor'

export const roomListItem = (item: RoomListMessage): RoomListItem => ({
  id: item.id,
  ...roomFields(item),
  players: item.players,
  veiled: item.veiled ?? false,
})

/** Counts in a fixed order: equal counts give equal texts. */
export function roomCounts(rooms: readonly Pick<RoomListMessage, 'mode' | 'category'>[]): RoomCount[] {
  const found = new Map<string, number>()
  const keyOf = (mode: string, category: string): string => `${mode} ${category}`
  for (const { mode, category } of rooms) found.set(keyOf(mode, category), (found.get(keyOf(mode, category)) ?? 0) + 1)
  const all = MODES.flatMap((mode) =>
    CATEGORIES.map((category) => ({ mode, category, rooms: found.get(keyOf(mode, category)) ?? 0 })),
  )
  return all.filter((count) => count.rooms > 0)
}

/** A list as read. Each room is serialized once. */
export class RoomList {
  readonly whole: Readonly<Record<Audience, string>>
  readonly #items: readonly string[]
  /** Positions of the rooms in which an account sits. */
  readonly #roomsOf = new Map<number, number[]>()
  readonly #cuts = new Map<string, string>()

  constructor(rooms: readonly RoomListMessage[]) {
    this.#items = rooms.map((room) => JSON.stringify(roomListItem(room)))
    this.whole = {
      player: listText(this.#items),
      visitor: dataText('public-room-list', { rooms: [], counts: roomCounts(rooms) }),
    }
    rooms.forEach(({ accountIds }, position) => {
      for (const accountId of accountIds)
        this.#roomsOf.set(accountId, [...(this.#roomsOf.get(accountId) ?? []), position])
    })
  }

  /** Returns the list without rooms of these accounts. */
  without(apart: ReadonlySet<number>): string {
    const hidden = this.#roomsOfAny(apart)
    if (hidden.size === 0) return this.whole.player
    const key = [...hidden].sort((one, other) => one - other).join()
    const cut = this.#cuts.get(key) ?? listText(this.#items.filter((_item, position) => !hidden.has(position)))
    this.#cuts.set(key, cut)
    return cut
  }

  /** Walks the smaller of the two. */
  #roomsOfAny(apart: ReadonlySet<number>): Set<number> {
    const sitting =
      apart.size < this.#roomsOf.size
        ? [...apart].map((accountId) => this.#roomsOf.get(accountId) ?? [])
        : [...this.#roomsOf].flatMap(([accountId, positions]) => (apart.has(accountId) ? [positions] : []))
    return new Set(sitting.flat())
  }
}

const listText = (items: readonly string[]): string => `{"rooms":[${items.join(',')}]}`
