import { describe, expect, test } from '@jest/globals'
import { blamesName, changeableAt, nameProblem, refusalWords } from '../../../src/entities/names/names.js'
import { toSession } from '../../../src/entities/session/session-api.js'

describe('nameProblem', () => {
  test.each(['Ann', 'Calm Otter 42', 'x'.repeat(20), 'Véra', 'Владимир', 'مُحَمَّد', 'e\u0301'.repeat(20)])(
    'accepts %j',
    (name) => {
      expect(nameProblem(name)).toBe('')
    },
  )

  test.each([
    ['', 'at least 3'],
    ['Al', 'at least 3'],
    ['x'.repeat(21), 'at most 20'],
  ])('says what is wrong with %j', (name, words) => {
    expect(nameProblem(name)).toContain(words)
  })

  test.each(['two  spaces', 'vera.k', 'A\u200bda', '123'])(
    'leaves it to the server to say what is wrong with %j',
    (name) => {
      expect(nameProblem(name)).toBe('')
    },
  )
})

describe('refusalWords', () => {
  const refused = (code: string, error: string) => ({ status: 400, data: { error, code } })

  test("gives the server's words", () => {
    expect(refusalWords(refused('NAME_TAKEN', 'Taken.'))).toBe('Taken.')
  })

  test('tells who tried too often to wait', () => {
    expect(refusalWords(refused('RATE_LIMITED', 'Slow down.'))).toContain('an hour')
  })

  test('says that nothing has changed when the server does not answer', () => {
    expect(refusalWords({ status: 'FETCH_ERROR', error: 'offline' })).toContain('nothing has changed')
  })

  test.each([
    ['NAME_INVALID', true],
    ['NAME_TAKEN', true],
    ['NAME_TOO_SOON', false],
    ['RATE_LIMITED', false],
  ])('answers for %s whether another name would help: %s', (code, helps) => {
    expect(blamesName(refused(code, ''))).toBe(helps)
  })
})

describe('changeableAt', () => {
  const at = '2026-12-24T00:00:00.000Z'
  const user = toSession({ id: 7, username: 'vera.k', shown_as: 'player', name_changeable_at: at })?.user

  test('names the time while the player name may not be changed', () => {
    expect(user && changeableAt(user, Date.parse(at) - 1)).toBe(at)
  })

  test('is null from then on', () => {
    expect(user && changeableAt(user, Date.parse(at))).toBeNull()
  })
})
