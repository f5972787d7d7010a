import { expect, test } from '@jest/globals'
import { isWeakPassword, normalPassword } from '../../src/domain/administrator-password.js'

test.each([
  ['eleven chr.'],
  ['x'.repeat(201)],
  ['aaaaaaaaaaaaaaaa'],
  ['abababababab'],
  ['password1234'],
  ['Admin-Password-2026!'],
  ['josephine123'],
  ['josephine.josephine'],
  ['LetMeIn, Josephine!'],
  ['123456789012'],
  ['🔒'.repeat(12)],
])('%j is too weak for josephine', (password) => {
  expect(isWeakPassword(password, 'josephine')).toBe(true)
})

test.each([
  ['correct horse battery'],
  ['josephine eats plums'],
  ['kla-admin-Xk29'],
  ['k3!'.repeat(50) + 'zw'],
  ['пароль из слов'],
])('%j is good enough for josephine', (password) => {
  expect(isWeakPassword(password, 'josephine')).toBe(false)
})

test('a letter is the same however it is written', () => {
  expect(normalPassword('Cafe\u0301 ﬁne')).toBe(normalPassword('Café fine'))
})
