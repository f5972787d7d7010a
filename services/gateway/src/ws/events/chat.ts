import { randomUUID } from 'node:crypto'
import { type Bus, idNamed, invalidField, KlaError } from '@kla/chassis'
import { RelayedLine, RelayedTyping, subjects } from '@kla/proto'
import { coverContacts, visibleLine } from '@kla/proto/web'
import { shownNameOf } from '../../shared/names.js'
import type { Transcripts } from '../chat/transcripts.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { EventTable, SeatedContext } from '../pipeline/event-row.js'

export interface ChatEventsDeps {
  readonly bus: Pick<Bus, 'publish'>
  readonly transcripts: Pick<Transcripts, 'add' | 'isFull'>
  readonly metrics: Pick<RealtimeMetrics, 'contacts'>
  readonly now: () => number
}

type ChatEvents = Pick<EventTable, 'send-message' | 'typing'>

export const chatEvents = (deps: ChatEventsDeps): ChatEvents => ({
  'send-message': { access: 'seated', scope: 'chat', rate: 'chat', lane: 'chat', handle: sendMessage(deps) },
  typing: {
    access: 'seated',
    scope: 'chat',
    rate: 'typing',
    dropped: 'silently',
    lane: 'chat',
    handle: sendTyping(deps),
  },
})

/**
 * Sends a message, over NATS only if a member is on another gateway. Contact details are covered for all but the
 * writer, who is asked once per room (CONTACT_ASK). Refuses what cannot be kept for reports (UNAVAILABLE).
 */
export const sendMessage =
  ({ bus, transcripts, metrics, now }: ChatEventsDeps, newMessageId = createMessageIds()) =>
  ({ session, room, data, id }: SeatedContext<'send-message'>): undefined => {
    if (transcripts.isFull) throw new KlaError('UNAVAILABLE')
    const message = visibleLine(data.message)
    if (message === '') throw invalidField('message')
    const { roomId } = room
    const { id: accountId } = session.account
    const lineId = id === undefined ? newMessageId() : messageIdOf({ accountId, id, message })
    // Delivered through another gateway, which had asked.
    if (id !== undefined && room.messages.has(lineId)) return
    const contact = coverContacts(message)
    if (contact) {
      for (const kind of contact.kinds) metrics.contacts.inc({ kind })
      if (!room.askAboutContact(accountId)) throw new KlaError('CONTACT_ASK')
    }
    // The room's name; a newer one applies after the room.
    const { username, alias } = room.snapshot?.seats.find((seat) => seat.accountId === accountId) ?? {
      username: shownNameOf(session.account),
      alias: session.account.alias,
    }
    const saidAtMs = now()
    const [shown, covered] = contact ? [contact.original, contact.covered] : [message, undefined]
    // One object for both lists, since garbage collection copies whatever outlives a turn.
    const line = { lineId, username, message: shown, covered, accountId, alias, saidAtMs, seated: room.seated }
    room.deliverMessage(line, message)
    // Recorded as written, by the sender's gateway, which sees each message once.
    transcripts.add(roomId, contact ? { ...line, message } : line)
    if (!room.isWholeHere) bus.publish(subjects.roomChat(roomId), RelayedLine.encode(line).finish())
  }

/** Relays typing; nothing is stored. */
export const sendTyping =
  ({ bus }: Pick<ChatEventsDeps, 'bus'>) =>
  ({ session, room }: SeatedContext<'typing'>): undefined => {
    const accountId = session.account.id
    room.deliverTyping(accountId)
    if (!room.areSeatsHere) bus.publish(subjects.roomTyping(room.roomId), RelayedTyping.encode({ accountId }).finish())
  }

const COUNT_DIGITS = 12

/** Creates UUIDs (RFC 9562, version 8) with less garbage: a random prefix and a counter. */
export function createMessageIds(): () => string {
  const drawn = randomUUID()
  const prefix = `${drawn.slice(0, 14)}8${drawn.slice(15, 24)}`
  let count = 0
  return () => prefix + (count += 1).toString(16).padStart(COUNT_DIGITS, '0')
}

/** Names a message: a repeat through another gateway gets the same id. */
const messageIdOf = (line: { readonly accountId: number; readonly id: string; readonly message: string }): string =>
  idNamed(JSON.stringify([line.accountId, line.id, line.message]))
