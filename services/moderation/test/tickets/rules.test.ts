import { describe, expect, test } from '@jest/globals'
import { TICKETS_PER_HOUR } from '@kla/proto/web'
import { decideOpening, type Ticket, type TicketOrder } from '../../src/tickets/rules.js'

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
