import { KlaError, withTimeout } from '@kla/chassis'
import type { LeaveAndBlockResponse } from '@kla/proto'
import type { Blocks } from '../blocks/index.js'
import type { FindBlockable, Incidents } from '../shared/rules/incident.js'
import { refuse } from '../shared/rules/input.js'
import { isRoomId } from '../shared/rules/room.js'
import type { Rooms } from './rooms.js'
import { type Answer, blockedIn, type Exit, isConflict } from './rules/outcome.js'

/** A request to leave a room and block. */
export interface ExitRequest {
  readonly accountId: number
  readonly roomId: string
  readonly wanted: number
  readonly alias?: number | undefined
  readonly command: string | undefined
}

/** Frees the seat and blocks a player of the room. */
export type LeaveAndBlock = (request: ExitRequest) => Promise<LeaveAndBlockResponse>

export interface LeaveAndBlockDeps {
  readonly rooms: Pick<Rooms, 'load' | 'execute' | 'remember'>
  readonly findBlockable: FindBlockable
  readonly blocks: Pick<Blocks, 'blockAfterExit' | 'blockWithoutSeat'>
  readonly incidents: Pick<Incidents, 'encode'>
  readonly now: () => number
}

/** Limits lookups before the seat is free. */
const LOOK_UP_MS = 500

/** Stores the block with the commit, in case PostgreSQL is down. */
export function createLeaveAndBlock({
  rooms,
  findBlockable,
  blocks,
  incidents,
  now,
}: LeaveAndBlockDeps): LeaveAndBlock {
  return async (request) => {
    const { accountId, roomId, wanted, alias, command } = request
    const [loaded, found] = await Promise.all([
      isRoomId(roomId) ? rooms.load(roomId, command) : undefined,
      withTimeout(LOOK_UP_MS, findBlockable(accountId, roomId, wanted, alias), 'unknown' as const),
    ])
    if (loaded?.answer) return responseTo(loaded.answer)
    const otherwise = found === 'unknown' ? undefined : found
    const leave = { kind: 'leave', accountId, safety: true, blocks: { wanted, alias, otherwise } } as const
    const left: Answer | 'late' = loaded
      ? await rooms.execute(roomId, leave, { command, loaded })
      : refuse('NOT_SEATED')
    if (left === 'late' || isConflict(left)) throw new KlaError('CONFLICT')
    if (left.exit || !('refused' in left)) {
      const gone = left.exit && blockedIn(left.exit)
      if (gone) await blocks.blockAfterExit(accountId, gone)
      return responseTo(left)
    }
    if (found === 'unknown') throw new KlaError('UNAVAILABLE')
    if (otherwise) await blocks.blockWithoutSeat(accountId, otherwise)
    const exit: Exit | undefined = otherwise && {
      blockedId: otherwise.accountId,
      blockedAlias: otherwise.alias,
      atMs: now(),
      incident: otherwise.incident,
    }
    const answer: Answer = exit ? { ...left, exit } : left
    return responseTo(loaded ? await rooms.remember(roomId, command, answer) : answer)
  }

  function responseTo(answer: Answer): LeaveAndBlockResponse {
    const { exit } = answer
    if (!exit) throw new KlaError('NOT_SEATED')
    return {
      blockedId: exit.blockedId,
      blockedAlias: exit.blockedAlias,
      incident: exit.incident ? incidents.encode(exit.incident) : '',
    }
  }
}
