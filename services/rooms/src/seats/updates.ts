import { type Bus, KlaError, type Logger, newId } from '@kla/chassis'
import { PlayerBlocked, RevealChanged, RoomUpdate, SeatChangeKind, SeatsChanged, subjects } from '@kla/proto'
import { cupAudited } from '../shared/audit.js'
import { type Room, type SeatChange, type TokenOf, toRoomMessage, toSeatMessage } from '../shared/rules/room.js'
import type { Message, Outbox, Unpublished } from './outbox-store.js'
import type { Changed, Exit, RevealChange } from './rules/outcome.js'

const KINDS: Readonly<Record<SeatChange['kind'], SeatChangeKind>> = {
  taken: SeatChangeKind.TAKEN,
  left: SeatChangeKind.LEFT,
  lost: SeatChangeKind.LOST,
  resumed: SeatChangeKind.RESUMED,
}

/** Messages of a change; events last, whose acknowledgement covers all. */
export function updateMessages(
  before: Room | undefined,
  changed: Changed,
  listChanged: boolean,
  tokenOf: TokenOf,
): Message[] {
  const { room, changes, closedReason, revealed, exit } = changed
  const update: RoomUpdate = {
    roomId: room.id,
    room: toRoomMessage(room, tokenOf),
    changes: changes.map(({ kind, seat, replacedSocketId, safety = false }) => ({
      kind: KINDS[kind],
      seat: toSeatMessage(seat),
      replacedSocketId,
      safety,
    })),
    closedReason,
  }
  const eventId = `${room.id}.${room.version}`
  return [
    { subject: subjects.roomSeats(room.id), data: base64(RoomUpdate.encode(update).finish()) },
    ...(listChanged ? [{ subject: subjects.lobbyChanged, data: '' }] : []),
    ...(concernsOthers(before, changed)
      ? [{ subject: seatsSubject(changed), data: base64(SeatsChanged.encode({ eventId, update }).finish()), eventId }]
      : []),
    ...(revealed ? [revealMessage(room.id, revealed)] : []),
    ...(exit && exit.blockedId !== 0 ? [blockMessage(eventId, changes, exit)] : []),
  ]
}

/** Others need neither new rooms, which have no pair, nor grace periods, which begin by the ten thousand. */
const concernsOthers = (before: Room | undefined, changed: Changed): boolean => {
  const { room, changes } = changed
  if (room.version === 1) return opensTie(changed)
  return (
    changes.length === 0 ||
    changes.some(({ kind }) => kind !== 'lost') ||
    room.watchers.length > 0 ||
    before?.watchers.length !== 0
  )
}

// In case the opening pod dies.
const opensTie = ({ room }: Changed): boolean => room.tie !== null && room.version === 1

const seatsSubject = (changed: Changed): string => {
  const freed = changed.changes.some(({ kind }) => kind === 'left') || changed.closedReason !== ''
  return freed || opensTie(changed) ? subjects.eventSeatsFreed : subjects.eventSeatsKept
}

function blockMessage(
  versionId: string,
  changes: readonly SeatChange[],
  { blockedId, blockedAlias, atMs }: Exit,
): Message {
  const blockerId = changes.find(({ safety }) => safety)?.seat.accountId ?? 0
  const eventId = `${versionId}.blocked.${blockerId}`
  const data = base64(PlayerBlocked.encode({ eventId, blockerId, blockedId, atMs, alias: blockedAlias }).finish())
  return { subject: subjects.eventPlayerBlocked, data, eventId }
}

function revealMessage(roomId: string, { epoch, accounts, openedAtMs, closed }: RevealChange): Message {
  const eventId = `${roomId}.reveal.${epoch}.${closed ? 'closed' : 'open'}`
  const { atMs: closedAtMs = 0, by: closedBy = 0, why: closedWhy = '' } = closed ?? {}
  const event = { eventId, roomId, epoch, accounts: [...accounts], openedAtMs, closedAtMs, closedBy, closedWhy }
  return { subject: subjects.eventRevealChanged, data: base64(RevealChanged.encode(event).finish()), eventId }
}

/** Audit events of judges who no longer watch. */
export const watchEndMessages = (before: Room | undefined, { id, version, watchers }: Room, nowMs: number): Message[] =>
  (before?.watchers ?? [])
    .filter(({ judge, claim }) => judge && !watchers.some((one) => one.claim === claim))
    .flatMap(({ administrator, sinceMs }, at) => {
      const tie = before?.tie
      if (!tie || !administrator) return []
      const eventId = `${id}.${version}.watch-end.${at}`
      const seconds = Math.max(0, Math.ceil((nowMs - sinceMs) / 1_000))
      const by = { administrator, call: { requestId: newId() }, atMs: nowMs, eventId }
      const { subject, payload } = cupAudited('cups.watch-end', tie.cupId, { tieId: tie.tieId, seconds }, by)
      return [{ subject, data: base64(payload), eventId }]
    })

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Publishes the outbox of rooms. */
export interface Publisher {
  /** Publishes in order. Never rejects: a sweep continues. */
  publish(roomId: string, unpublished: readonly Unpublished[]): Promise<void>
  reachable(): boolean
  settled(): Promise<void>
}

export function createPublisher({ bus, outbox, log }: { bus: Bus; outbox: Outbox; log: Logger }): Publisher {
  const inFlight = new Set<Promise<void>>()
  let failing = false

  const send = async ({ subject, data, eventId }: Message): Promise<void> => {
    const bytes = Buffer.from(data, 'base64')
    if (eventId !== undefined) return bus.publishEvent(subject, eventId, bytes)
    if (!bus.connected()) throw new KlaError('UNAVAILABLE')
    bus.publish(subject, bytes)
  }

  const publishAll = async (roomId: string, unpublished: readonly Unpublished[]): Promise<void> => {
    for (let rest = unpublished, last = rest.at(-1); last; last = rest.at(-1)) {
      for (const { messages } of rest) for (const message of messages) await send(message)
      if (last.messages.at(-1)?.eventId === undefined) await bus.flush()
      rest = await outbox.clear(roomId, last.version)
      failing = false
    }
  }

  return {
    publish(roomId, unpublished) {
      const publishing = publishAll(roomId, unpublished)
        .catch((error: unknown) => {
          if (!failing) log.warn({ err: error }, 'room updates are delayed')
          failing = true
        })
        .finally(() => inFlight.delete(publishing))
      inFlight.add(publishing)
      return publishing
    },
    reachable: () => bus.connected(),
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}
