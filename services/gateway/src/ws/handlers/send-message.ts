import { KlaError, type Bus } from '@kla/chassis'
import { RelayedLine, subjects, type Seat, type Watcher } from '@kla/proto'
import type { SeatedContext } from '../event-row.js'
import type { HubRoom } from '../hub/hub-room.js'
import { dataText } from '../frame.js'
import { lineIdOf } from '../line-id.js'
import type { Transcripts } from '../transcripts.js'

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
    tellChat(room, line, saidAtMs)
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
export function tellChat(room: HubRoom, { username, message, lineId }: RelayedLine, saidAtMs: number): void {
  const seated = room.snapshot?.seats.map(({ accountId }) => accountId) ?? []
  room.lines.add({ lineId, username, message, saidAtMs, seated })
  const text = dataText('receive-message', { username, message })
  const marks = { id: lineId }
  for (const member of room.members.values()) member.deliverText('receive-message', text, marks)
}
