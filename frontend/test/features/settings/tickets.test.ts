import { expect, test } from '@jest/globals'
import { EMPTY_DRAFT, ticketProblem, ticketSent, toSubmission } from '../../../src/features/settings/tickets.js'

const draft = { ...EMPTY_DRAFT, subject: 'Charged twice', message: 'See the receipt.' }

test('rejects a draft with a blank subject or message', () => {
  expect(ticketProblem(draft)).toBeNull()
  expect(ticketProblem({ ...draft, subject: '  ' })).toBe('Subject and message are required.')
  expect(ticketProblem({ ...draft, message: '\n' })).toBe('Subject and message are required.')
})

test('trims the fields of a submission and sends empty optional ones as null', () => {
  expect(
    toSubmission({ ...draft, subject: ' Charged twice ', email: ' ada@example.com ', roomId: '   ' }, null),
  ).toEqual({
    subject: 'Charged twice',
    message: 'See the receipt.',
    category: 'Technical',
    priority: 'Normal',
    related_stripe_email: 'ada@example.com',
    related_room_id: null,
  })
})

test('names the order and the battle that the player chose', () => {
  expect(toSubmission({ ...draft, orderId: 'o', battleId: 'b' }, null)).toMatchObject({
    related_order_id: 'o',
    related_battle_id: 'b',
  })
})

test("attaches the connection's diagnostics only where the player asks for it", () => {
  const seconds = { excellent: 9, good: 0, fair: 0, poor: 0, lost: 0 }
  const diagnostics = { route: 'direct' as const, seconds, steps: [] }
  expect(toSubmission(draft, diagnostics)).not.toHaveProperty('diagnostics')
  expect(toSubmission({ ...draft, attaches: true }, diagnostics)).toMatchObject({ diagnostics })
  expect(toSubmission({ ...draft, attaches: true }, null)).not.toHaveProperty('diagnostics')
})

test("names the ticket's number, and promises an e-mail only where mail is sent", () => {
  expect(ticketSent(7, false)).toBe(
    "Ticket submitted! ID #7. We'll try to reply within 1-5 business days. The answer appears here, under Support.",
  )
  expect(ticketSent(7, true)).toBe(
    "Ticket submitted! ID #7. We'll try to reply to your Discord-email within 1-5 business days.",
  )
})
