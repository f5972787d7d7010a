import { peerIdOf } from '@kla/proto'
import { refuse } from '../../shared/rules/input.js'
import {
  isConnected,
  isFull,
  type Reveal,
  type Room,
  type Seat,
  type SeatChange,
  seatOf,
} from '../../shared/rules/room.js'
import type { Command, Moment, SetRevealCommand } from './command.js'
import { advance, type Changed, isChange, type Outcome, type RevealChange, unchanged } from './outcome.js'

/** A withdrawal ends its epoch, so delayed consents are void. */
export function setReveal(room: Room | undefined, { accountId, show, epoch }: SetRevealCommand): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const { reveal } = room
  if (!seatOf(room, accountId)) return refuse('NOT_SEATED')
  if (!reveal) return refuse('NOT_VEILED')
  const isReady = reveal.ready.includes(accountId)
  if (!show) return isReady || epoch === reveal.epoch ? advance({ ...room, reveal: close(reveal) }) : unchanged(room)
  if (epoch !== reveal.epoch) return refuse('REVEAL_OUTDATED')
  return isReady ? unchanged(room) : advance({ ...room, reveal: { ...reveal, ready: [...reveal.ready, accountId] } })
}

const close = ({ epoch }: Reveal): Reveal => ({ epoch: epoch + 1, ready: [], openedAtMs: null })

/** Closes when seats or watchers change; opens when both are ready. */
export function withReveal(before: Room | undefined, outcome: Outcome, command: Command, { nowMs }: Moment): Outcome {
  if ('refused' in outcome || !outcome.room.reveal || !isChange(before, outcome)) return outcome
  const room = settled(before, outcome.room, outcome.room.reveal, nowMs)
  const revealed = changeOf(before, { ...outcome, room }, command, nowMs)
  return { ...outcome, room: withClosing(before, room, revealed), ...(revealed ? { revealed } : {}) }
}

/** Shows both why they are blurred again, even after a reload. */
function withClosing(before: Room | undefined, room: Room, revealed: RevealChange | undefined): Room {
  if (!room.reveal) return room
  const { closed: _, ...reveal } = room.reveal
  const closing = revealed?.closed ? { by: revealed.closed.by, why: revealed.closed.why } : before?.reveal?.closed
  const together = before !== undefined && accountsOf(before).join() === accountsOf(room).join()
  const closed = together && reveal.openedAtMs === null ? closing : undefined
  return { ...room, reveal: closed ? { ...reveal, closed } : reveal }
}

function settled(before: Room | undefined, room: Room, reveal: Reveal, nowMs: number): Room {
  const disturbed =
    before && before.reveal?.epoch === reveal.epoch && (haveSeatsChanged(before, room) || hasNewWatcher(before, room))
  if (disturbed) return { ...room, reveal: close(reveal) }
  return reveal.openedAtMs === null && mayOpen(room, reveal)
    ? { ...room, reveal: { ...reveal, openedAtMs: nowMs } }
    : room
}

const mayOpen = (room: Room, { ready }: Reveal): boolean =>
  isFull(room) && room.seats.every((seat) => isConnected(seat) && ready.includes(seat.accountId))

const haveSeatsChanged = (before: Room, after: Room): boolean => {
  const known = new Set(before.seats.map(presence))
  return after.seats.length !== known.size || !after.seats.every((seat) => known.has(presence(seat)))
}

const presence = (seat: Seat): string => [seat.accountId, seat.takenAtMs, peerIdOf(seat), isConnected(seat)].join()

const hasNewWatcher = (before: Room, after: Room): boolean => {
  const known = new Set(before.watchers.map(peerIdOf))
  return !after.watchers.every((watcher) => known.has(peerIdOf(watcher)))
}

function changeOf(
  before: Room | undefined,
  { room, changes }: Changed,
  command: Command,
  nowMs: number,
): RevealChange | undefined {
  const [was, is] = [before?.reveal, room.reveal]
  if (is && is.openedAtMs !== null && was?.openedAtMs === null) {
    return { epoch: is.epoch, accounts: accountsOf(room), openedAtMs: is.openedAtMs }
  }
  if (!before || !was || was.openedAtMs === null || is?.epoch === was.epoch) return undefined
  const withdrawn = command.kind === 'set-reveal' ? ({ by: command.accountId, why: 'withdrawn' } as const) : undefined
  const closed = { atMs: nowMs, ...(withdrawn ?? disturbance(changes[0])) }
  return { epoch: was.epoch, accounts: accountsOf(before), openedAtMs: was.openedAtMs, closed }
}

const accountsOf = ({ seats }: Room): number[] => seats.map(({ accountId }) => accountId)

const disturbance = (change: SeatChange | undefined) => {
  if (!change) return { by: 0, why: 'watcher' } as const
  const { kind, seat } = change
  return { by: seat.accountId, why: kind === 'left' || kind === 'lost' ? kind : 'seat' } as const
}
