import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, type EventConsumer, KlaError } from '@kla/chassis'
import { NameChanged, subjects } from '@kla/proto'
import { type Person, seatOf } from '../shared/rules/room.js'
import type { RestrictionStore, SeatPointers } from './account-store.js'
import type { PublicList } from './list-store.js'
import type { Rooms } from './rooms.js'
import { isConflict } from './rules/outcome.js'

export interface RenameDeps {
  readonly restrictions: Pick<RestrictionStore, 'setName'>
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'load' | 'execute'>
  readonly publicList: PublicList
}

const PAUSE_MS = 25

/** Stores the name for new claims, then renames the seat. */
export function createRename({
  restrictions,
  pointers,
  rooms,
  publicList,
}: RenameDeps): (person: Person) => Promise<void> {
  const renameIn = async (roomId: string, person: Person): Promise<void> => {
    if (isConflict(await rooms.execute(roomId, { kind: 'rename', person }))) throw new KlaError('CONFLICT')
  }

  return async (person) => {
    const { accountId } = person
    await restrictions.setName(person)
    for (;;) {
      const pointer = await pointers.find(accountId)
      if (!pointer) break
      const { room } = await rooms.load(pointer.roomId)
      if (room && seatOf(room, accountId)) {
        await renameIn(pointer.roomId, person)
        break
      }
      if (!pointer.pending) break
      await sleep(PAUSE_MS)
    }
    const created = (await publicList()).filter(({ creatorId }) => creatorId === accountId)
    for (const { id } of created) await renameIn(id, person)
  }
}

/** Handles each event at least once. */
export const consumeRenames = (
  bus: Bus,
  durable: string,
  rename: (person: Person) => Promise<void>,
): Promise<EventConsumer> =>
  bus.consumeEvents({ subject: subjects.eventNameChanged, durable: `${durable}-names` }, ({ data }) => {
    const {
      accountId,
      shownName: username,
      discordId,
      avatar,
      revision: nameRevision,
      alias,
    } = NameChanged.decode(data)
    return rename({ accountId, username, discordId, avatar, nameRevision, ...(alias === undefined ? {} : { alias }) })
  })
