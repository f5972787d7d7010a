import { hash } from 'node:crypto'
import { type Bus, KlaError } from '@kla/chassis'
import { RelayedLine, type Seat, subjects, type Watcher } from '@kla/proto'
import { dataText } from '../frames.js'
import type { SeatedContext } from '../handler.js'
import type { HubRoom } from '../rooms/room.js'
import type { Transcripts } from './transcripts.js'

/**
 * The id of a chat line, a UUID (RFC 9562, version 8): the same when its sender repeats the command at another gateway,
 * so that those who are shown both drop one. Different text is a different line, whatever id its command claims.
 */
function lineIdOf(line: { readonly accountId: number; readonly commandId: string; readonly message: string }): string {
  const hex = hash('sha256', JSON.stringify([line.accountId, line.commandId.toLowerCase(), line.message]))
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

interface ChatDeps {
  readonly bus: Bus
  readonly transcripts: Pick<Transcripts, 'add'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** A chat line, to everybody in the room, its writer included. No service is asked, and NATS only where it must be. */
export const sendMessage =
  ({ bus, transcripts, now }: ChatDeps) =>
  async ({ session, room, data, commandId }: SeatedContext<'send-message'>): Promise<void> => {
    const message = data.message.trim()
    if (message === '') throw new KlaError('INVALID_FIELD')
    const { roomId } = room
    const { id: accountId, username } = session.account
    const lineId = lineIdOf({ accountId, commandId, message })
    const line: RelayedLine = { lineId, username, message }
    const saidAtMs = now()
    deliverChat(room, line, saidAtMs)
    // By its writer's gateway alone, which every line passes once: what somebody was shown is kept for a report.
    transcripts.add(roomId, { lineId, accountId, username, message, saidAtMs })
    if (!isAllHere(room)) bus.publish(subjects.roomChat(roomId), RelayedLine.encode(line).finish())
  }

/** Who is on the way to this gateway hears by the one before, as long as it is not in the room here. */
function isAllHere({ snapshot, members }: HubRoom): boolean {
  const isHere = ({ connection }: Seat | Watcher): boolean => members.has(connection?.socketId ?? '')
  return snapshot === undefined || (snapshot.seats.every(isHere) && snapshot.watchers.every(isHere))
}

/** Delivers a chat line to everybody in the room, and keeps it for who of them comes back. */
export function deliverChat(room: HubRoom, { username, message, lineId }: RelayedLine, saidAtMs: number): void {
  const seated = room.snapshot?.seats.map(({ accountId }) => accountId) ?? []
  room.lines.add({ lineId, username, message, saidAtMs, seated })
  const text = dataText('receive-message', { username, message })
  const marks = { id: lineId }
  for (const member of room.members.values()) member.deliverText('receive-message', text, marks)
}
