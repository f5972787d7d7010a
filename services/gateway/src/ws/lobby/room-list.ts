import type { RoomListItem as RoomListMessage } from '@kla/proto'
import type { Category, Mode, RoomListItem } from '@kla/proto/web'
import { dataText } from '../frames.js'

interface RoomFields {
  readonly id: string
  readonly name: string
  readonly creator: string
  readonly mode: string
  readonly capacity: number
  readonly category: string
  readonly passcodeRequired: boolean
}

export const roomFields = ({ name, creator, mode, capacity, category, passcodeRequired }: RoomFields) => ({
  name,
  creator,
  mode: mode as Mode,
  capacity: String(capacity),
  category: category as Category,
  passcodeRequired,
})

export type Audience = 'player' | 'visitor'

/** Visitors do not see the creator and category of a private room. */
export function roomListItem(item: RoomListMessage, audience: Audience): RoomListItem {
  const hidden = item.passcodeRequired && audience === 'visitor' ? ({ creator: '', category: '' } as const) : {}
  return { id: item.id, ...roomFields(item), ...hidden, players: item.players, veiled: item.veiled ?? false }
}

/** A list as it was read. Each room is serialized once for each audience, also for cut lists. */
export class RoomList {
  /** For readers with no account to keep apart from. */
  readonly whole: Readonly<Record<Audience, string>>
  readonly #items: readonly string[]
  /** Positions in the list of the rooms in which an account sits. */
  readonly #roomsOf = new Map<number, number[]>()
  readonly #cuts = new Map<string, string>()

  constructor(rooms: readonly RoomListMessage[]) {
    const visitors = rooms.map((room) => roomListItem(room, 'visitor'))
    this.#items = rooms.map((room) => JSON.stringify(roomListItem(room, 'player')))
    this.whole = { player: listText(this.#items), visitor: dataText('public-room-list', { rooms: visitors }) }
    rooms.forEach(({ accountIds }, position) => {
      for (const accountId of accountIds) this.#roomsOf.set(accountId, [...(this.#roomsOf.get(accountId) ?? []), position])
    })
  }

  /** Without rooms in which one of these sits; the whole list where none does. */
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
