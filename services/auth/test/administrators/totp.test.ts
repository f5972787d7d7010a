import { randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { createPasswords } from '../../src/administrators/passwords.js'
import { createSecretBox, createTotpCodes } from '../../src/administrators/totp.js'

describe('SecretBox', () => {
  const box = createSecretBox([randomBytes(32)])
  const secret = Buffer.from('a secret of twenty b')

  test('opens for its owner and seals differently each time', () => {
    expect(box.open(box.seal(secret, 7), 7)).toEqual(secret)
    expect(box.seal(secret, 7)).not.toEqual(box.seal(secret, 7))
    expect(box.seal(secret, 7).includes(secret)).toBe(false)
  })

  test('does not open for another owner, with another key or after a change', () => {
    const sealed = box.seal(secret, 7)
    expect(() => box.open(sealed, 8)).toThrow()
    expect(() => createSecretBox([randomBytes(32)]).open(sealed, 7)).toThrow()
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => box.open(changed, 7)).toThrow()
    }
    expect(() => box.open(sealed.subarray(0, 20), 7)).toThrow()
  })
})

describe('SecretBox while the key changes', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const secret = Buffer.from('a secret of twenty b')
  const [before, first, then, after] = [[old], [old, next], [next, old], [next]].map((keys) =>
    createSecretBox(keys as [Buffer]),
  )

  test('opens what any pod of the same step has sealed', () => {
    const steps = [
      [before, first],
      [first, then],
      [then, after],
    ]
    for (const pods of steps.slice(0, 2)) {
      for (const sealing of pods) {
        for (const opening of pods) expect(opening!.open(sealing!.seal(secret, 7), 7)).toEqual(secret)
      }
    }
    // All boxes are renewed before the last step.
    expect(after!.open(then!.renewed(before!.seal(secret, 7), 7)!, 7)).toEqual(secret)
  })

  test('renews a box once and rejects one that no key opens', () => {
    const renewed = then!.renewed(before!.seal(secret, 7), 7)!
    expect(then!.renewed(renewed, 7)).toBeUndefined()
    expect(() => then!.renewed(createSecretBox([randomBytes(32)]).seal(secret, 7), 7)).toThrow('none of the keys')
  })
})

// RFC 6238, appendix B, the last six of its eight digits.
describe.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('TOTP at second %i', (second, code) => {
  const box = createSecretBox([randomBytes(32)])
  const sealed = box.seal(Buffer.from('12345678901234567890'), 1)
  const step = Math.floor(second / 30)
  const check = (given: string, atSecond = second) =>
    createTotpCodes({ box, random: randomBytes, now: () => atSecond * 1000 }).check(
      { administratorId: 1, sealed },
      given,
      0,
    )

  test(`has the code ${code}`, () => {
    expect(check(code)).toEqual({ step })
    expect(check(`${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({ step })
  })

  test('accepts codes one step to either side', () => {
    expect(check(code, second - 30)).toEqual({ step })
    expect(check(code, second + 30)).toEqual({ step })
    expect(check(code, second + 60)).toEqual({ refused: 'WRONG_CODE' })
  })

  test.each(['', 'abcdef', `${code}0`, code.slice(1), `-${code.slice(1)}`, '١٢٣٤٥٦'])('rejects %j', (given) => {
    expect(check(given)).toEqual({ refused: 'WRONG_CODE' })
  })
})

describe('Passwords', () => {
  test('hashes with argon2id as OWASP recommends, with a random salt', async () => {
    const passwords = await createPasswords()
    const [one, other] = await Promise.all([passwords.hash('a long phrase'), passwords.hash('a long phrase')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    await expect(passwords.verify(one, 'a long phrase')).resolves.toBe(true)
    await expect(passwords.verify(one, 'A long phrase')).resolves.toBe(false)
  })

  test('never verifies without a hash', async () => {
    const passwords = await createPasswords()
    await expect(passwords.verify(undefined, '')).resolves.toBe(false)
  })
})
