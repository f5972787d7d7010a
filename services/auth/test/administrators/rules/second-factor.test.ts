import { describe, expect, test } from '@jest/globals'
import { isCopied, newRecoveryCode, recoveryCode } from '../../../src/administrators/rules/credentials.js'
import { secondFactorOf } from '../../../src/administrators/rules/second-factor.js'

const OWNER = { role: 'owner', childSafety: false, passkeys: 1, totpEnabled: true } as const
const SUPPORT = { ...OWNER, role: 'support' } as const
const POLICY = { totpRequired: true, passkeysRequired: true }
const CODE = '7k3m-x9qa-02fd-hw5t'

describe('secondFactorOf', () => {
  test.each([
    ['refuses a password where the role needs a passkey', OWNER, '123456', { refused: 'PASSKEY_REQUIRED' }],
    [
      'refuses a password where a passkey is all there is',
      { ...SUPPORT, totpEnabled: false },
      '',
      { refused: 'PASSKEY_REQUIRED' },
    ],
    ['takes a recovery code in its place', OWNER, CODE, { kind: 'recovery', code: '7k3mx9qa02fdhw5t' }],
    ['takes a code where the role needs no passkey', SUPPORT, '123456', { kind: 'totp' }],
    ['asks for the code', SUPPORT, ' ', { refused: 'TOTP_REQUIRED' }],
    ['takes no recovery code without a passkey', { ...OWNER, passkeys: 0 }, CODE, { kind: 'totp' }],
    ['lets an owner in who has none yet', { ...OWNER, passkeys: 0, totpEnabled: false }, '', { kind: 'none' }],
  ] as const)('%s', (_what, administrator, code, factor) => {
    expect(secondFactorOf(administrator, code, POLICY)).toEqual(factor)
  })
})

describe('recovery codes', () => {
  test('are read without regard to case, dashes and look-alikes', () => {
    expect(recoveryCode(' 7K3MX9QAO2FDHW5T')).toBe('7k3mx9qa02fdhw5t')
    expect(recoveryCode('ilo0-0000-0000-0000')).toBe('1100000000000000')
  })

  test.each(['', '123456', '7k3m-x9qa-02fd-hw5', '7k3m-x9qa-02fd-hw5u', '7k3m-x9qa-02fd-hw5t0'])(
    'are not %j',
    (text) => {
      expect(recoveryCode(text)).toBeUndefined()
    },
  )

  test('use all 32 letters of the alphabet evenly', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    const codes = Array.from({ length: 16 }, (_, at) => newRecoveryCode(() => bytes.subarray(at * 16, at * 16 + 16)))
    const letters = codes.join('').replaceAll('-', '')
    const counts = [...new Set(letters)].map((letter) => letters.split(letter).length - 1)
    expect(counts).toEqual(Array.from({ length: 32 }, () => 8))
    expect(codes[0]).toMatch(/^(\w{4}-){3}\w{4}$/)
  })
})

test.each([
  [5, 4, true],
  [5, 5, true],
  [5, 6, false],
  [0, 0, false],
  [5, 0, false],
  [0, 7, false],
])('a counter of %i, then %i, shows a copy: %s', (kept, given, copied) => {
  expect(isCopied(kept, given)).toBe(copied)
})
