import { describe, expect, test } from '@jest/globals'
import { writeLetter, type LetterFacts } from '../../../src/mails/rules/letter.js'

const SENDER = { siteUrl: 'https://kla.example', contact: 'help@kla.example' }
const AT_MS = Date.UTC(2026, 10, 22, 14, 5)
const answered: LetterFacts = {
  ...{ kind: 'ticket-answered', ticketId: 12, subject: 'Charged twice' },
  ...{ message: 'See the receipt.', answer: 'We paid it back.\nSorry!' },
}
const banned: LetterFacts = {
  ...{ kind: 'ban-set', scope: 'chat', reason: 'insults', bannedAtMs: AT_MS, isOver: false },
  expiresAtMs: AT_MS + 3_600_000,
}
const write = (facts: LetterFacts, sender = SENDER) => {
  const letter = writeLetter(facts, sender)
  if (!letter) throw new Error('there is no letter')
  return letter
}

describe('the letter about an answer', () => {
  test('has the answer, and of the ticket its number, its subject and a short quote', () => {
    const { subject, text } = write({ ...answered, message: 'very long '.repeat(100) })
    expect(subject).toBe('Your support ticket #12 was answered')
    expect(text).toContain('"Charged twice"')
    expect(text).toContain('We paid it back.\nSorry!')
    const [quote = ''] = text.split('\n').filter((line) => line.startsWith('> '))
    expect(quote.length).toBeLessThanOrEqual(203)
    expect(quote).toMatch(/…$/)
  })

  test('keeps what a player wrote on one line', () => {
    const { text } = write({ ...answered, subject: 'Hi\r\nBcc: all@kla.example', message: 'a\u2028b\nc' })
    expect(text).toContain('"Hi Bcc: all@kla.example"')
    expect(text).toContain('\n> a b c\n')
  })
})

describe('the letter about a ban', () => {
  test('says from what, why, until when, and how to object', () => {
    const { subject, text } = write(banned)
    expect(subject).toBe('Your account is banned from the chat')
    expect(text).toContain('from the chat on 22 November 2026 at 14:05 UTC.')
    expect(text).toContain('The ban ends on 22 November 2026 at 15:05 UTC.')
    expect(text).toContain('The reason: insults')
    expect(text).toContain('https://kla.example/settings#support')
  })

  test('says that it is permanent, and the usual reason where the moderator gave none', () => {
    const { text } = write({ ...banned, expiresAtMs: undefined, reason: '' })
    expect(text).toContain('The ban is permanent.')
    expect(text).toContain('breaking the Terms of Service')
  })

  test('is not written when the ban was lifted before', () => {
    expect(writeLetter({ ...banned, isOver: true }, SENDER)).toBeUndefined()
  })
})

test('the letter about an end names each ban once', () => {
  const { text } = write({ kind: 'ban-lifted', scopes: ['chat', 'rooms', 'chat'], liftedAtMs: AT_MS })
  expect(text).toContain('from the chat and rooms was lifted on 22 November 2026')
})

describe('every letter', () => {
  test.each([answered, banned])('names the site and whom to write to', (facts) => {
    const { text } = write(facts)
    expect(text).toContain('your account on https://kla.example')
    expect(text).toContain('write to help@kla.example')
  })

  test('sends people to their settings where nobody reads answers', () => {
    const { text } = write(answered, { ...SENDER, contact: '' })
    expect(text).toContain('Nobody reads answers to this e-mail')
  })

  test('is plain text without control characters', () => {
    const { text } = write({ ...answered, answer: 'a\u0000b\u001b[31mc\r\nd\te' })
    expect(text).toContain('ab[31mc\nd\te')
  })
})
