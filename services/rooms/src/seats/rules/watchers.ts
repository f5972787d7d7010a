import { JUDGE_WATCH_MS, JUDGES_MAX, type Reason, SPECTATORS_MAX } from '@kla/proto/web'
import { refuse } from '../../shared/rules/input.js'
import { isConnected, type Room, seatOf, type Watcher, watcherBy, watcherContinuedBy } from '../../shared/rules/room.js'
import type { AllowSpectatorsCommand, Moment, StopWatchingCommand, WatchCommand } from './command.js'
import { advance, type Outcome, unchanged, welcomesSpectators } from './outcome.js'

/** Adds a watcher, or replaces its former connection. */
export function watchRoom(
  room: Room | undefined,
  { kind: _, continues, ...watcher }: WatchCommand,
  { nowMs }: Moment,
): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  if (watcherBy(room, watcher.connection.socketId)) return unchanged(room)
  const former = watcherContinuedBy(room, { ...watcher, continues })
  if (former)
    return advance({ ...room, watchers: room.watchers.map((one) => (one === former ? moved(one, watcher) : one)) })
  const reason = refusalFor(watcher, room)
  if (reason) return refuse(reason)
  const watchers = room.watchers.filter((other) => !isSameSpectator(other, watcher))
  const max = watcher.judge ? JUDGES_MAX : SPECTATORS_MAX
  if (watchers.filter(({ judge }) => judge === watcher.judge).length >= max) return refuse('TOO_MANY_WATCHERS')
  return advance({ ...room, watchers: [...watchers, { ...watcher, sinceMs: nowMs }] })
}

export function stopWatching(room: Room | undefined, command: StopWatchingCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const watchers = room.watchers.filter((watcher) => !isAddressed(watcher, command))
  return watchers.length === room.watchers.length ? unchanged(room) : advance({ ...room, watchers })
}

/** Consents to spectators; without both consents they leave. */
export function allowSpectators(room: Room | undefined, { accountId, allow }: AllowSpectatorsCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const own = seatOf(room, accountId)
  // Late consents would outlive their page.
  if (!own || (allow && !isConnected(own))) return refuse('NOT_SEATED')
  if (!room.tie) return refuse('NOT_WATCHABLE')
  if (room.spectatorConsents.includes(accountId) === allow) return unchanged(room)
  const others = room.spectatorConsents.filter((consenting) => consenting !== accountId)
  return advance({ ...room, spectatorConsents: allow ? [...others, accountId] : others })
}

export const judgeWatchEndsMs = ({ sinceMs }: Watcher): number => sinceMs + JUDGE_WATCH_MS

const moved = (former: Watcher, { connection }: Pick<Watcher, 'connection'>): Watcher => ({
  ...former,
  connection,
  peerId: former.peerId ?? former.connection.socketId,
})

function refusalFor({ judge, accountId }: Pick<Watcher, 'judge' | 'accountId'>, room: Room): Reason | undefined {
  if (!room.tie) return 'NOT_WATCHABLE'
  if (judge) return undefined
  return seatOf(room, accountId) || !welcomesSpectators(room) ? 'NOT_WATCHABLE' : undefined
}

const isAddressed = ({ connection, judge, accountId }: Watcher, command: StopWatchingCommand): boolean =>
  'socketId' in command ? connection.socketId === command.socketId : !judge && accountId === command.accountId

const isSameSpectator = (
  one: Pick<Watcher, 'judge' | 'accountId'>,
  other: Pick<Watcher, 'judge' | 'accountId'>,
): boolean => !one.judge && !other.judge && one.accountId === other.accountId
