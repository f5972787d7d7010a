import { KlaError } from '@kla/chassis'
import { setTimeout as sleep } from 'node:timers/promises'
import { askFor } from './ask-for.js'
import type { HubParts } from './hub-parts.js'
import type { LiveRoom } from './live-room.js'
import type { Member } from './member.js'
import { tellState } from './tell-state.js'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 4_000

/**
 * Something of this room was lost on the way: reads it again and tells every stale member how it stands, until all have
 * been told. What no service answers for is tried again; meanwhile news that comes is delivered as always.
 */
export async function healRoom(room: LiveRoom, lost: 'battle' | 'everything', parts: HubParts): Promise<void> {
  const { log, healing } = parts
  let pauseMs = FIRST_PAUSE_MS
  let seatsToo = lost === 'everything'
  for (;;) {
    const stale = [...room.members.values()].filter((member) => member.stale)
    const [first] = stale
    if (!first) return
    const told = await healing.run(() =>
      Promise.allSettled([...(seatsToo ? [rereadSeats(room, first, parts)] : []), ...stale.map((member) => tell(member))]),
    )
    const seqs = told.flatMap((result) =>
      result.status === 'fulfilled' && result.value !== undefined ? [result.value] : [],
    )
    // The lowest: whoever was told more skips the news between.
    if (seqs.length > 0) room.caughtUp(Math.min(...seqs))
    const failure = told.find((result) => result.status === 'rejected')
    if (!failure) continue
    const { reason } = KlaError.from(failure.reason)
    seatsToo ||= reason === 'NOT_SEATED'
    log.warn({ reason, roomId: room.roomId }, 'a room could not be read again yet')
    await sleep(pauseMs, undefined, { ref: false })
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }

  async function tell(member: Member): Promise<number> {
    const { battle } = await tellState(room, member, lost === 'everything' ? 'fresh' : 'known', parts)
    // It may have left while its state was read.
    member.stale = false
    return battle.newsSeq
  }
}

async function rereadSeats(room: LiveRoom, member: Member, { clients, sessions }: HubParts): Promise<undefined> {
  const { roomId } = room
  try {
    const answer = await askFor(member, sessions, (context) => clients.rooms.getRoom({ roomId, onlyLooks: true }, context))
    if (answer.room) room.adopt(answer.room)
  } catch (error) {
    const refusal = KlaError.from(error)
    if (refusal.reason !== 'ROOM_NOT_FOUND') throw refusal
    room.end('closed')
  }
  return undefined
}
