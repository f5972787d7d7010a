import { implement, KlaError, newId } from '@kla/chassis'
import { WatchingServiceService } from '@kla/proto'
import { createBars, type SeatPointers } from '../seats/account-store.js'
import type { Rooms } from '../seats/rooms.js'
import { createGatewayLeases } from '../seats/timer-store.js'
import { createFactRecorder, cupAudited, type RecordFact } from '../shared/audit.js'
import type { Ground, Part } from '../shared/module.js'
import type { Room, Watcher } from '../shared/rules/room.js'
import { watchingHandlers } from './rpc.js'
import { createWatchPace, createWatchPasses } from './store.js'
import { createWatching, type Judge } from './watch.js'

/** Told to the audit log before a judge sees anything. `now`: Unix milliseconds. */
const recordWatchBegin =
  (recordFact: RecordFact, now: () => number) =>
  async ({ tie }: Room, { id, name, requestId }: Judge): Promise<void> => {
    if (!tie) return
    const by = { administrator: { id, name }, call: { requestId }, atMs: now() }
    await recordFact(cupAudited('cups.watch-begin', tie.cupId, { tieId: tie.tieId }, by))
  }

/** Told to the audit log once judges do not see the room any more, with how many seconds they did, however that ended. */
export const recordWatchEnd =
  (recordFact: RecordFact) =>
  async ({ tie }: Room, judges: readonly Watcher[], nowMs: number): Promise<void> => {
    for (const { administrator, sinceMs } of judges) {
      if (!tie || !administrator) continue
      const seconds = Math.max(0, Math.ceil((nowMs - sinceMs) / 1_000))
      const by = { administrator, call: { requestId: newId() }, atMs: nowMs }
      await recordFact(cupAudited('cups.watch-end', tie.cupId, { tieId: tie.tieId, seconds }, by))
    }
  }

/** Watching the rooms of cup ties. Nothing runs beside the calls: who watches is part of the room's record. */
export function composeWatching({ config, database, redis, keys, rooms, blocked, now }: Ground): Part {
  const bars = createBars(redis, keys)
  const watching = createWatching({
    rooms,
    passes: createWatchPasses(redis, keys),
    pace: createWatchPace(redis, keys),
    blocked,
    closedBy: (accountId) => bars.closedBy(accountId),
    recordBegin: recordWatchBegin(createFactRecorder(database), now),
  })
  const leases = createGatewayLeases(redis, keys, config.GATEWAY_LEASE_MS)
  return { implementation: implement(WatchingServiceService, watchingHandlers({ rooms, watching, leases, now })) }
}

interface ShowingOutParts {
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'execute'>
}

/** Ends the watching of a spectator in the room in which a player sits, if there is such a room. May be done again. */
export type ShowOut = (playerId: number, spectatorId: number) => Promise<void>

export const createShowingOut =
  ({ pointers, rooms }: ShowingOutParts): ShowOut =>
  async (playerId, spectatorId) => {
    // Whoever is only about to sit down has not consented yet: there are no spectators.
    const pointer = await pointers.find(playerId)
    if (!pointer) return
    const left = await rooms.execute(pointer.roomId, { kind: 'stop-watching', accountId: spectatorId })
    if (left === 'late' || ('refused' in left && left.refused === 'CONFLICT')) throw new KlaError('CONFLICT')
  }
