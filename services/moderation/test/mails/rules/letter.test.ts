import { describe, expect, test } from '@jest/globals'
import { type LetterContent, writeLetter } from '../../../src/mails/rules/letter.js'

const SENDER = { siteUrl: 'https://kla.example', contact: 'help@kla.example' }
const AT_MS = Date.UTC(2026, 10, 22, 14, 5)
const answered: LetterContent = {
  kind: 'ticket-answered',
  ticketId: 12,
  subject: 'Charged twice',
  message: 'See the receipt.',
  answer: 'We paid it back.\nSorry!',
}
const banned: LetterContent = {
  kind: 'ban-set',
  scope: 'chat',
  reason: 'insults',
  bannedAtMs: AT_MS,
  isOver: false,
  expiresAtMs: AT_MS + 3_600_000,
}
const write = (content: LetterContent, sender = SENDER) => {
  const letter = writeLetter(content, sender)
  if (!letter) throw new Error('there is no letter')
  return letter
}

describe('writeLetter about an answer', () => {
  test("contains the answer, and the ticket's number, subject and a short quote", () => {
    const { subject, text } = write({ ...answered, message: 'very long '.repeat(100) })
    expect(subject).toBe('We answered your support ticket #12')
    expect(text).toContain('"Charged twice"')
    expect(text).toContain('We paid it back.\nSorry!')
    const [quote = ''] = text.split('\n').filter((line) => line.startsWith('> '))
    expect(quote.length).toBeLessThanOrEqual(203)
    expect(quote).toMatch(/…$/)
  })

  test("keeps a player's text on one line", () => {
    const { text } = write({ ...answered, subject: 'Hi\r\nBcc: all@kla.example', message: 'a\u2028b\nc' })
    expect(text).toContain('"Hi Bcc: all@kla.example"')
    expect(text).toContain('\n> a b c\n')
  })
})

describe('writeLetter about a ban', () => {
  test('contains scope, reason, end and how to object', () => {
    const { subject, text } = write(banned)
    expect(subject).toBe('Your account is banned from the chat')
    expect(text).toContain('from the chat on 22 November 2026 at 14:05 UTC.')
    expect(text).toContain('The ban ends on 22 November 2026 at 15:05 UTC.')
    expect(text).toContain('Reason: insults')
    expect(text).toContain('https://kla.example/settings#support')
  })

  test('rounds its end up to the minute, as pages do', () => {
    const { text } = write({ ...banned, expiresAtMs: AT_MS + 3_600_001 })
    expect(text).toContain('The ban ends on 22 November 2026 at 15:06 UTC.')
  })

  test('states that it is permanent, and gives the usual reason by default', () => {
    const { text } = write({ ...banned, expiresAtMs: undefined, reason: '' })
    expect(text).toContain('The ban is permanent.')
    expect(text).toContain('breaking the Terms of Service')
  })

  test('returns nothing when the ban was lifted in the meantime', () => {
    expect(writeLetter({ ...banned, isOver: true }, SENDER)).toBeUndefined()
  })
})

test('writeLetter about lifted bans names each scope once', () => {
  const { text } = write({ kind: 'ban-lifted', scopes: ['chat', 'rooms', 'chat'], liftedAtMs: AT_MS })
  expect(text).toContain('from the chat and rooms was lifted on 22 November 2026')
})

describe('writeLetter', () => {
  test.each([answered, banned])('names the site and the contact', (content) => {
    const { text } = write(content)
    expect(text).toContain('your account on https://kla.example')
    expect(text).toContain('write to help@kla.example')
  })

  test('refers to the settings without a contact', () => {
    const { text } = write(answered, { ...SENDER, contact: '' })
    expect(text).toContain("We can't read replies to this e-mail")
  })

  test('removes control characters', () => {
    const { text } = write({ ...answered, answer: 'a\u0000b\u001b[31mc\r\nd\te' })
    expect(text).toContain('ab[31mc\nd\te')
  })
})

describe('writeLetter about a decision', () => {
  const decided: Extract<LetterContent, { kind: 'decision' }> = {
    kind: 'decision',
    rule: 'harassment',
    facts: 'You insulted your opponent.\nTwice.',
    letter: 'Please be kind.',
    measures: [
      { kind: 'warning', durationMs: 0, isLifted: false },
      { kind: 'chat', durationMs: 3_600_000, isLifted: false },
      { kind: 'global', durationMs: 0, isLifted: false },
    ],
    decidedAtMs: AT_MS,
    appealUntilMs: AT_MS + 184 * 86_400_000,
    isOver: false,
  }

  test('is a statement of reasons: what happened, which rule, what follows until when, and how to appeal', () => {
    const { subject, text } = write(decided)
    expect(subject).toBe('We made a decision about your account')
    expect(text).toContain('made a decision on 22 November 2026 at 14:05 UTC.')
    expect(text).toContain('You insulted your opponent.\nTwice.')
    expect(text).toContain('Rule: No harassment or hate')
    expect(text).toContain('- This is a warning. You can keep playing.')
    expect(text).toContain("- You're banned from the chat until 22 November 2026 at 15:05 UTC.")
    expect(text).toContain("- You're banned from Kla permanently.")
    expect(text).toContain('Please be kind.')
    expect(text).toContain('appeal until 25 May 2027 at 14:05 UTC')
    expect(text).toContain('https://kla.example/settings#standing')
  })

  test('rounds the end of a ban up to the minute, as letters about bans do', () => {
    const { text } = write({ ...decided, decidedAtMs: AT_MS + 1 })
    expect(text).toContain("- You're banned from the chat until 22 November 2026 at 15:06 UTC.")
  })

  test('says that a ban was lifted in the meantime, and nothing of its end', () => {
    const measures = decided.measures.map((measure) => ({ ...measure, isLifted: measure.kind === 'chat' }))
    const { text } = write({ ...decided, measures })
    expect(text).toContain('- Your ban from the chat was lifted.')
    expect(text).not.toContain('banned from the chat')
    expect(text).toContain("- You're banned from Kla permanently.")
  })

  test('is not written once the decision is over', () => {
    expect(writeLetter({ ...decided, isOver: true }, SENDER)).toBeUndefined()
  })
})

describe('writeLetter about an appeal', () => {
  test.each([
    ['overturned', 'We were wrong: the decision is overturned'],
    ['upheld', "The decision doesn't change."],
  ] as const)('says that it is %s, and why', (state, says) => {
    const { text } = write({ kind: 'appeal-decided', state, answer: 'We looked again.', decidedAtMs: AT_MS })
    expect(text).toContain('decision of 22 November 2026 at 14:05 UTC')
    expect(text).toContain(says)
    expect(text).toContain('We looked again.')
  })
})

describe('writeLetter about a report', () => {
  test.each([
    [true, [1], 'We looked at your report #1 and acted.'],
    [false, [1, 2, 3], 'We looked at your reports #1, #2 and #3 and took no action.'],
  ])('says whether we acted (%p), and nothing more', (acted, reportIds, says) => {
    const { text } = write({ kind: 'report-decided', reportIds, acted })
    expect(text).toContain(says)
    expect(text).not.toMatch(/ban|warning|rule/i)
  })
})
