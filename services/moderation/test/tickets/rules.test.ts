import { describe, expect, test } from '@jest/globals'
import { refusedField, TICKET_MESSAGE_MAX, TICKET_SUBJECT_MAX, TICKETS_PER_HOUR } from '@kla/proto/web'
import { decideOpening, orderTicket, readChange, type Ticket, type TicketOrder } from '../../src/tickets/rules.js'

const NOW_MS = 1_700_000_000_000
const order: TicketOrder = {
  accountId: 7,
  subject: 'Refund',
  message: 'Please.',
  category: 'Other',
  priority: 'Low',
  receiptEmail: '',
  roomId: '',
  diagnosticsJson: '',
  orderId: '',
  battleId: '',
}
const ticket = (given: Partial<Ticket> = {}): Ticket => ({
  ...order,
  id: 1,
  createdAtMs: NOW_MS - 1,
  resolved: false,
  waiting: false,
  assigneeId: undefined,
  assignee: '',
  firstReplyAtMs: undefined,
  version: 1,
  changedAtMs: undefined,
  changedById: 0,
  changedBy: '',
  ...given,
})

describe('orderTicket', () => {
  const tooLong = 'x'.repeat(321)

  test.each([
    ['subject', { subject: 'x'.repeat(TICKET_SUBJECT_MAX + 1) }],
    ['message', { message: 'x'.repeat(TICKET_MESSAGE_MAX + 1) }],
    ['category', { category: 'Weather' }],
    ['priority', { priority: 'Never' }],
    ['related_stripe_email', { receiptEmail: tooLong }],
    ['related_room_id', { roomId: tooLong }],
    ['related_order_id', { orderId: tooLong }],
    ['related_battle_id', { battleId: tooLong }],
    ['diagnostics', { diagnosticsJson: '{"address":1}' }],
  ])('names the field %s when it refuses it', (field, change) => {
    expect(orderTicket({ ...order, ...change })).toEqual(refusedField(field))
  })

  test('counts the characters of a subject as people see them', () => {
    const flags = '🇨🇭'.repeat(TICKET_SUBJECT_MAX)
    expect(orderTicket({ ...order, subject: flags })).toEqual({ ...order, subject: flags })
    expect(orderTicket({ ...order, subject: `${flags}!` })).toEqual(refusedField('subject'))
  })
})

describe('readChange', () => {
  test.each([
    ['message', { message: ' ' }],
    ['answer', { answer: ' ' }],
    ['note', { note: 'x'.repeat(TICKET_MESSAGE_MAX + 1) }],
    ['category', { category: 'Weather' }],
    ['priority', { priority: 'Never' }],
  ])('names the field %s when it refuses it', (field, change) => {
    expect(readChange(change)).toEqual(refusedField(field))
  })
})

describe('decideOpening', () => {
  test('opens a ticket when there is no recent one', () => {
    expect(decideOpening(order, [], NOW_MS)).toEqual({ kind: 'new' })
  })

  test('returns the newest ticket of a repeated order, even beyond the limit', () => {
    const recent = Array.from({ length: TICKETS_PER_HOUR }, (_, at) => ticket({ id: 100 - at }))
    expect(decideOpening(order, recent, NOW_MS)).toEqual({ kind: 'repeated', ticketId: 100 })
  })

  test('opens another ticket after a minute, or with other words', () => {
    const recent = [ticket({ createdAtMs: NOW_MS - 60_000 }), ticket({ message: 'Please!' })]
    expect(decideOpening(order, recent, NOW_MS)).toEqual({ kind: 'new' })
  })

  test('refuses more than TICKETS_PER_HOUR', () => {
    const recent = Array.from({ length: TICKETS_PER_HOUR }, (_, id) => ticket({ id, subject: `No. ${id}` }))
    expect(decideOpening(order, recent, NOW_MS)).toEqual({ refused: 'RATE_LIMITED' })
  })
})
