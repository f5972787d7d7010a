import type { RoomListItem as RoomListMessage } from '@kla/proto'
import { CATEGORIES, differenceOf, MODES, type RoomCount, type RoomListItem } from '@kla/proto/web'
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

interface ItemText {
  readonly id: string
  readonly text: string
}

/** Rooms as some readers see them. */
export class RoomsText {
  /** Data of the event for readers of whole lists. */
  readonly whole: string
  readonly #differences = new WeakMap<RoomsText, string>()
  #snapshot: string | undefined

  constructor(
    readonly items: readonly ItemText[],
    readonly revision: number,
  ) {
    this.whole = `{"rooms":[${textsOf(items)}]}`
  }

  /** Data of the event for readers of differences who do not know an earlier list. */
  get snapshot(): string {
    return (this.#snapshot ??= `{"rooms":[${textsOf(this.items)}],"revision":${this.revision}}`)
  }

  /** Event that turns `before` into this list; made once for all readers. */
  changeFrom(before: RoomsText): string {
    const known = this.#differences.get(before)
    if (known !== undefined) return known
    const { removed, changed, added } = differenceOf(before.items, this.items, (one, other) => one.text === other.text)
    const places = added.map(({ at, item }) => `{"at":${at},"room":${item.text}}`)
    const text =
      `{"from":${before.revision},"to":${this.revision},"removed":${JSON.stringify(removed)},` +
      `"changed":[${textsOf(changed)}],"added":[${places.join(',')}]}`
    this.#differences.set(before, text)
    return text
  }
}

const textsOf = (items: readonly ItemText[]): string => items.map(({ text }) => text).join(',')

/** A list as read. Each room is serialized once. */
export class RoomList {
  readonly whole: Readonly<Record<Audience, string>>
  readonly all: RoomsText
  /** Positions of the rooms in which an account sits. */
  readonly #roomsOf = new Map<number, number[]>()
  readonly #cuts = new Map<string, RoomsText>()

  /** `revision` rises with each list that a gateway publishes. */
  constructor(rooms: readonly RoomListMessage[], revision = 1) {
    this.all = new RoomsText(
      rooms.map((room) => ({ id: room.id, text: JSON.stringify(roomListItem(room)) })),
      revision,
    )
    this.whole = {
      player: this.all.whole,
      visitor: dataText('public-room-list', { rooms: [], counts: roomCounts(rooms) }),
    }
    rooms.forEach(({ accountIds }, position) => {
      for (const accountId of accountIds)
        this.#roomsOf.set(accountId, [...(this.#roomsOf.get(accountId) ?? []), position])
    })
  }

  /** Returns the list without rooms of these accounts. */
  without(apart: ReadonlySet<number>): RoomsText {
    const hidden = this.#roomsOfAny(apart)
    if (hidden.size === 0) return this.all
    const key = [...hidden].sort((one, other) => one - other).join()
    const { items, revision } = this.all
    const cut =
      this.#cuts.get(key) ??
      new RoomsText(
        items.filter((_item, position) => !hidden.has(position)),
        revision,
      )
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
