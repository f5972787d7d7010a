import { implement } from '@kla/chassis'
import { MeetingsServiceService } from '@kla/proto'
import { createFindAcquaintance, createIsInPublicCup, type FindAcquaintance } from './find-acquaintance.js'
import { meetingHandlers } from './rpc.js'
import { createPublicNames, type MeetingStore } from './store.js'
import type { Ground, Part } from '../shared/module.js'
import type { PublicList } from '../seats/index.js'

/** Who has met whom. It is written down by each change of a room (room/rooms.ts); nothing runs beside the calls. */
export function composeMeetings({
  meetings,
  publicList,
  ...ground
}: Pick<Ground, 'database' | 'redis' | 'keys' | 'rooms' | 'pointers' | 'now'> & {
  readonly meetings: MeetingStore
  readonly publicList: PublicList
}): Part & { readonly findAcquaintance: FindAcquaintance } {
  const { database, redis, keys, rooms, pointers, now } = ground
  const publicNames = createPublicNames(redis, keys)
  const find = createFindAcquaintance({
    ...{ meetings, publicNames, publicList, pointers, rooms },
    isInPublicCup: createIsInPublicCup(database, now),
  })
  return {
    implementation: implement(MeetingsServiceService, meetingHandlers({ find, publicNames })),
    findAcquaintance: find,
  }
}
