import { JUDGE_WATCH_MS, JUDGES_MAX, SPECTATORS_MAX, type Reason } from '@kla/proto/web'
import type { Moment, StopWatchingCommand, WatchCommand } from './command.js'
import { advance, refuse, unchanged, type Outcome } from './outcome.js'
import { seatOf, type Room, type Watcher } from './room.js'
import { welcomesSpectators } from './within-consent.js'

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

/** Who watches by a connection. */
export const watcherBy = (room: Room, socketId: string): Watcher | undefined =>
  room.watchers.find(({ connection }) => connection.socketId === socketId)

/** Who watches by the connection that hands over to this one: the same spectator, or the judge who came with the same pass. */
export function watcherGoingOn(
  room: Room,
  { judge, accountId, claim, continues }: Omit<WatchCommand, 'kind' | 'connection' | 'name'>,
): Watcher | undefined {
  const former = continues === undefined ? undefined : watcherBy(room, continues)
  if (!former || former.judge !== judge || former.accountId !== accountId) return undefined
  return judge && (claim === undefined || former.claim !== claim) ? undefined : former
}

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
