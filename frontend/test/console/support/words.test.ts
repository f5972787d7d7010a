import { describe, expect, test } from '@jest/globals'
import { TICKET_SUBJECT_SHOWN, type TicketState, type TicketView } from '@kla/proto/web'
import { filled, nextOpen, truncated, unfilled } from '../../../src/console/support/words.js'

describe('truncated', () => {
  test('keeps a text that fits', () => {
    const text = 'a'.repeat(TICKET_SUBJECT_SHOWN)
    expect(truncated(text, TICKET_SUBJECT_SHOWN)).toBe(text)
  })

  test('shortens a longer text to the limit, ending in an ellipsis', () => {
    const cut = truncated('a'.repeat(61), 60)
    expect(cut).toBe(`${'a'.repeat(59)}…`)
  })

  test('never splits a character', () => {
    expect(truncated('👍🏽'.repeat(3), 3)).toBe('👍🏽…')
  })
})

describe('filled', () => {
  test('fills known fields and leaves the others to be seen', () => {
    const text = 'Hello {player}, about #{ticket}: {subject}'
    expect(filled({ text }, { player: 'Ada', ticket: '7', subject: '' })).toBe('Hello Ada, about #7: {subject}')
  })

  test('does not fill what a value brings in', () => {
    expect(filled({ text: '{player} {ticket}' }, { player: '{ticket}', ticket: '7' })).toBe('{ticket} 7')
  })
})

test('unfilled names each field once, and no other braces', () => {
  expect(unfilled('{player} {player} {me} {else}')).toEqual(['{player}', '{me}'])
})

describe('nextOpen', () => {
  const row = (id: number, state: TicketState) => ({ id, state }) as TicketView
  const rows = [row(1, 'open'), row(2, 'waiting'), row(3, 'open'), row(4, 'resolved')]

  test('returns the next open ticket of the list, then from its beginning', () => {
    expect(nextOpen(rows, 1)?.id).toBe(3)
    expect(nextOpen(rows, 3)?.id).toBe(1)
  })

  test('never returns the ticket itself', () => {
    expect(nextOpen([row(1, 'open'), row(2, 'waiting')], 1)).toBeUndefined()
  })

  test('begins at the top for a ticket that is not in the list', () => {
    expect(nextOpen(rows, 9)?.id).toBe(1)
  })
})
