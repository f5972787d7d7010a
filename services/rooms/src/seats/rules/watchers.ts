import { JUDGE_WATCH_MS, JUDGES_MAX, type Reason, SPECTATORS_MAX } from '@kla/proto/web'
import { refuse } from '../../shared/rules/input.js'
import { type Room, seatOf, watcherBy, watcherGoingOn, type Watcher } from '../../shared/rules/room.js'
import type { AllowSpectatorsCommand, Moment, StopWatchingCommand, WatchCommand } from './command.js'
import { advance, type Outcome, unchanged, welcomesSpectators } from './outcome.js'

/** Lets a connection watch. A spectator watches by one connection at a time: another one takes its place. */
export function watchRoom(room: Room | undefined, { kind: _, continues, ...who }: WatchCommand, { nowMs }: Moment): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  if (watcherBy(room, who.connection.socketId)) return unchanged(room)
  const former = watcherGoingOn(room, { ...who, continues })
  if (former) return advance({ ...room, watchers: room.watchers.map((one) => (one === former ? moved(one, who) : one)) })
  const reason = refusalTo(who, room)
  if (reason) return refuse(reason)
  const watchers = room.watchers.filter((other) => !isSame(other, who))
  const max = who.judge ? JUDGES_MAX : SPECTATORS_MAX
  if (watchers.filter(({ judge }) => judge === who.judge).length >= max) return refuse('TOO_MANY_WATCHERS')
  return advance({ ...room, watchers: [...watchers, { ...who, sinceMs: nowMs }] })
}

/** Where the connection, or the account, does not watch, nothing happens. */
export function stopWatching(room: Room | undefined, command: StopWatchingCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const watchers = room.watchers.filter((watcher) => !isMeant(watcher, command))
  return watchers.length === room.watchers.length ? unchanged(room) : advance({ ...room, watchers })
}

/** Until when a judge watches by its pass, Unix milliseconds. */
export const judgesUntil = ({ sinceMs }: Watcher): number => sinceMs + JUDGE_WATCH_MS

/** The same watcher on another connection, and the same peer to the players. */
const moved = (former: Watcher, { connection }: Pick<Watcher, 'connection'>): Watcher => ({
  ...former,
  connection,
  peerId: former.peerId ?? former.connection.socketId,
})

function refusalTo({ judge, accountId }: Pick<Watcher, 'judge' | 'accountId'>, room: Room): Reason | undefined {
  if (!room.tie) return 'NOT_WATCHABLE'
  if (judge) return undefined
  return seatOf(room, accountId) || !welcomesSpectators(room) ? 'NOT_WATCHABLE' : undefined
}

const isMeant = ({ connection, judge, accountId }: Watcher, command: StopWatchingCommand): boolean =>
  'socketId' in command ? connection.socketId === command.socketId : !judge && accountId === command.accountId

const isSame = (one: Pick<Watcher, 'judge' | 'accountId'>, other: Pick<Watcher, 'judge' | 'accountId'>): boolean =>
  !one.judge && !other.judge && one.accountId === other.accountId

/** One player's consent to spectators. Taken back, it takes them out with it. */
export function allowSpectators(room: Room | undefined, { accountId, allow }: AllowSpectatorsCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  if (!seatOf(room, accountId)) return refuse('NOT_SEATED')
  if (!room.tie) return refuse('NOT_WATCHABLE')
  if (room.spectatorConsents.includes(accountId) === allow) return unchanged(room)
  const others = room.spectatorConsents.filter((consenting) => consenting !== accountId)
  return advance({ ...room, spectatorConsents: allow ? [...others, accountId] : others })
}
