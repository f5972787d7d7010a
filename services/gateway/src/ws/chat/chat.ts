import { hash } from 'node:crypto'
import { type Bus, KlaError } from '@kla/chassis'
import { RelayedLine, RelayedTyping, type Seat, subjects, type Watcher } from '@kla/proto'
import { coverContacts } from '@kla/proto/web'
import { shownNameOf } from '../../shared/names.js'
import type { SeatedContext } from '../handler.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { HubRoom } from '../rooms/room.js'
import type { Transcripts } from './transcripts.js'

interface ChatDeps {
  readonly bus: Bus
  readonly transcripts: Pick<Transcripts, 'add' | 'isFull'>
  readonly metrics: Pick<RealtimeMetrics, 'contacts'>
  readonly now: () => number
}

/**
 * Uses NATS only if a member is on another gateway. Contact details are covered for all but the writer, who is asked once
 * in each room: CONTACT_ASK. No line is shown that cannot be kept for reports: UNAVAILABLE.
 */
export const sendMessage =
  ({ bus, transcripts, metrics, now }: ChatDeps) =>
  ({ session, room, data, commandId }: SeatedContext<'send-message'>): undefined => {
    if (transcripts.isFull) throw new KlaError('UNAVAILABLE')
    const message = data.message.trim()
    if (message === '') throw new KlaError('INVALID_FIELD')
    const { roomId } = room
    const { id: accountId } = session.account
    const contact = coverContacts(message)
    if (contact) {
      for (const kind of contact.kinds) metrics.contacts.inc({ kind })
      if (!room.askAboutContact(accountId)) throw new KlaError('CONTACT_ASK')
    }
    // The name that the room knows: one changed meanwhile counts after it.
    const username = room.snapshot?.seats.find((seat) => seat.accountId === accountId)?.username ?? shownNameOf(session.account)
    const lineId = lineIdOf({ accountId, commandId, message })
    const shown = contact ? { message: contact.original, covered: contact.covered } : { message }
    const line: RelayedLine = { lineId, username, ...shown, accountId }
    const saidAtMs = now()
    room.deliverLine(line, saidAtMs, message)
    // As it was written. Recorded by the sender's gateway, which sees every line once.
    transcripts.add(roomId, { lineId, accountId, username, message, saidAtMs })
    if (!isAllHere(room)) bus.publish(subjects.roomChat(roomId), RelayedLine.encode(line).finish())
  }

/** Not kept anywhere. */
export const sendTyping =
  ({ bus }: Pick<ChatDeps, 'bus'>) =>
  ({ session, room }: SeatedContext<'typing'>): undefined => {
    const accountId = session.account.id
    room.deliverTyping(accountId)
    if (!isAllHere(room, 'seats')) bus.publish(subjects.roomTyping(room.roomId), RelayedTyping.encode({ accountId }).finish())
  }

/** A member on its way here still receives lines through its former gateway. */
function isAllHere({ snapshot, members }: HubRoom, whom?: 'seats'): boolean {
  const isHere = ({ connection }: Seat | Watcher): boolean => members.has(connection?.socketId ?? '')
  return snapshot === undefined || (snapshot.seats.every(isHere) && (whom === 'seats' || snapshot.watchers.every(isHere)))
}

/** A UUID (RFC 9562, version 8) derived from the line: a repeat through another gateway has the same id. */
function lineIdOf(line: { readonly accountId: number; readonly commandId: string; readonly message: string }): string {
  const hex = hash('sha256', JSON.stringify([line.accountId, line.commandId.toLowerCase(), line.message]))
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
