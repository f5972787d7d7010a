import { describe, expect, test } from '@jest/globals'
import { hashOf, newSecret } from '../../src/tokens/secrets.js'
import { nextSessionValue, readSessionValue } from '../../src/tokens/session-value.js'

const [id, secret, nonce] = [newSecret(), newSecret(), newSecret()]

describe("the value of a session's cookie", () => {
  test('names the session by its id and is proven by its secret, which the first value does not have', () => {
    expect(readSessionValue(id)).toEqual({ sessionKey: hashOf(id), proof: '' })
    expect(readSessionValue(`${id}.${secret}`)).toEqual({ sessionKey: hashOf(id), proof: hashOf(secret) })
  })

  test.each([
    ['nothing', ''],
    ['a word', 'made-up'],
    ['an id that is too short', id.slice(1)],
    ['an id that is too long', `${id}a`],
    ['no secret after the dot', `${id}.`],
    ['no id before the dot', `.${secret}`],
    ['a secret that is too short', `${id}.${secret.slice(1)}`],
    ['a secret that is too long', `${id}.${secret}a`],
    ['two secrets', `${id}.${secret}.${secret}`],
    ['other letters', `${id.slice(1)}=`],
    ['a space', ` ${id}`],
    ['a line end', `${id}\n`],
  ])('is none with %s', (_what, value) => {
    expect(readSessionValue(value)).toBeUndefined()
  })
})

describe('the value that follows', () => {
  test('names the same session with another secret', () => {
    const next = nextSessionValue(id, nonce)
    expect(readSessionValue(next)?.sessionKey).toBe(hashOf(id))
    const after = nextSessionValue(next, nonce)
    expect(readSessionValue(after)?.sessionKey).toBe(hashOf(id))
    expect(new Set([id, next, after]).size).toBe(3)
  })

  test('is the same for the same value and nonce, and another for any other', () => {
    const next = nextSessionValue(`${id}.${secret}`, nonce)
    expect(nextSessionValue(`${id}.${secret}`, nonce)).toBe(next)
    expect(nextSessionValue(`${id}.${secret}`, newSecret())).not.toBe(next)
    expect(nextSessionValue(`${id}.${newSecret()}`, nonce)).not.toBe(next)
    expect(nextSessionValue(id, nonce)).not.toBe(next)
  })
})
