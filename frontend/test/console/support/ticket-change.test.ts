import { describe, expect, test } from '@jest/globals'
import type { TicketView } from '@kla/proto/web'
import {
  changeOf,
  changeWords,
  draftOf,
  inverseOf,
  isWithoutMessage,
} from '../../../src/console/support/ticket-change.js'

const ticket: TicketView = {
  id: 7,
  created_at: '2026-11-21T08:00:00.000Z',
  user_id: 42,
  user_name: 'vera',
  user_email: null,
  subject: 'Black picture',
  message: 'It stays black.',
  category: 'Technical',
  priority: 'Normal',
  resolved: false,
  related_stripe_email: null,
  related_room_id: null,
  diagnostics: null,
  entries: [],
  version: 1,
  changed_at: null,
  changed_by: null,
}
const changeBy = (edits: Parameters<typeof draftOf>[1]) => changeOf(ticket, draftOf(ticket, edits))

describe('ticket change', () => {
  test('sends nothing for an untouched ticket', () => {
    expect(changeBy({})).toBeNull()
    expect(changeBy({ message: ' It stays black. ', answer: '  ', note: '\n', resolved: false })).toBeNull()
  })

  test.each([
    [{ resolved: true }, { resolved: true }],
    [{ message: 'It stays dark.' }, { message: 'It stays dark.' }],
    [{ note: ' asked billing ' }, { note: 'asked billing', append: true }],
    [{ answer: 'Try again.' }, { answer: 'Try again.' }],
    [
      { category: 'Billing' as const, priority: 'High' as const },
      { category: 'Billing', priority: 'High' },
    ],
  ])('sends only changed fields: %j', (edits, sent) => {
    expect(changeBy(edits)).toEqual(sent)
  })

  test('follows the ticket in untouched fields when it changes elsewhere', () => {
    const later = { ...ticket, priority: 'Urgent' as const }
    expect(changeOf(later, draftOf(later, { resolved: true }))).toEqual({ resolved: true })
  })

  test('requires a message', () => {
    expect(isWithoutMessage(draftOf(ticket, { message: ' \n ' }))).toBe(true)
    expect(isWithoutMessage(draftOf(ticket, {}))).toBe(false)
  })

  test('reverts fields, not texts', () => {
    const change = changeBy({ resolved: true, priority: 'High', answer: 'Done.', message: 'Other words' })
    expect(inverseOf(ticket, change ?? {})).toEqual({ resolved: false, priority: 'Normal' })
    expect(changeWords(ticket, change ?? {})).toBe('resolved, Normal → High')
    expect(inverseOf(ticket, { answer: 'Done.' })).toBeNull()
  })
})
