import { describe, expect, test } from '@jest/globals'
import {
  changedFields,
  changeOf,
  changeWords,
  draftOf,
  edited,
  inverseOf,
  isWithoutMessage,
  ticketFields,
  withoutSent,
} from '../../../src/console/support/ticket-change.js'
import { ticketView } from './views.js'

const ticket = ticketView()
const changeBy = (edits: Parameters<typeof draftOf>[1]) => changeOf(ticket, draftOf(ticket, edits))

describe('ticket change', () => {
  test('sends nothing for an untouched ticket', () => {
    expect(changeBy({})).toBeNull()
    expect(changeBy({ message: ' It stays black. ', resolved: false })).toBeNull()
  })

  test.each([
    [{ resolved: true }, { resolved: true }],
    [{ message: 'It stays dark.' }, { message: 'It stays dark.' }],
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

  test('keeps the version on which the first edit was made, and no edit that is none', () => {
    const first = edited(ticket, {}, { resolved: true })
    expect(first).toEqual({ on: ticket.version, resolved: true })
    const later = { ...ticket, version: ticket.version + 1, priority: 'Urgent' as const }
    expect(edited(later, first, { category: 'Billing' })).toEqual({
      on: ticket.version,
      resolved: true,
      category: 'Billing',
    })
    expect(edited(ticket, first, { resolved: false })).toEqual({})
  })

  test('drops the edits that were sent, and none that was made meanwhile', () => {
    const sent = { on: 1, priority: 'High' as const, message: 'It stays dark.' }
    expect(withoutSent({ ...sent, on: 2 }, sent)).toEqual({})
    expect(withoutSent({ ...sent, on: 2, message: 'It is dark.' }, sent)).toEqual({ on: 2, message: 'It is dark.' })
  })

  test.each([' \n ', '\u200b\u2060', '\u3164', '\u2800 \u00ad'])(
    'requires a message that can be seen: %j',
    (message) => {
      expect(isWithoutMessage(draftOf(ticket, { message }))).toBe(true)
    },
  )

  test('takes any message with a visible character', () => {
    expect(isWithoutMessage(draftOf(ticket, {}))).toBe(false)
    expect(isWithoutMessage(draftOf(ticket, { message: '\u200b.' }))).toBe(false)
  })

  test('reverts fields, not texts', () => {
    const change = changeBy({ resolved: true, priority: 'High', message: 'Other words' })
    expect(inverseOf(ticket, change ?? {})).toEqual({ resolved: false, priority: 'Normal' })
    expect(changeWords(ticket, change ?? {})).toBe('resolved, Normal → High')
    expect(inverseOf(ticket, { answer: 'Done.' })).toBeNull()
  })

  test('compares an answer with the last one that was sent', () => {
    const at = '2026-11-21T09:00:00.000Z'
    const answered = {
      ...ticket,
      entries: [
        { kind: 'answer' as const, text: 'Try again.', by: 'bea', at },
        { kind: 'note' as const, text: 'asked', by: 'bea', at },
      ],
    }
    expect(ticketFields(answered)).toMatchObject({ Answer: 'Try again.', 'Last note': 'asked', State: 'Unresolved' })
    expect(changedFields({ answer: 'It works.', resolved: true, version: 3 })).toEqual({
      Answer: 'It works.',
      State: 'Resolved',
    })
  })
})
