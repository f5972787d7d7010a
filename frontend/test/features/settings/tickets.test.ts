import { expect, test } from '@jest/globals'
import { orNull, ticketProblem, ticketSent } from '../../../src/features/settings/tickets.js'

const draft = { subject: 'Charged twice', message: 'See the receipt.', email: '', roomId: '' }

test('rejects a draft with a blank subject or message', () => {
  expect(ticketProblem(draft)).toBeNull()
  expect(ticketProblem({ ...draft, subject: '  ' })).toBe('Subject and message are required.')
  expect(ticketProblem({ ...draft, message: '\n' })).toBe('Subject and message are required.')
})

test('trims optional fields and omits empty ones', () => {
  expect(orNull(' ada@example.com ')).toBe('ada@example.com')
  expect(orNull('   ')).toBeNull()
})

test("names the ticket's number, and promises an e-mail only where mail is sent", () => {
  expect(ticketSent(7, false)).toBe("Ticket submitted! ID #7. We'll try to reply within 1-5 business days. The answer appears here, under Support.")
  expect(ticketSent(7, true)).toBe(
    "Ticket submitted! ID #7. We'll try to reply to your Discord-email within 1-5 business days. The answer appears here as well, under Support.",
  )
})
