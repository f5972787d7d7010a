import { expect, test } from '@jest/globals'
import { recoveryText } from '../../../src/console/entities/recovery-codes.js'

test('recoveryText lists each code on its line, after what they are for', () => {
  expect(recoveryText(['aaaa-bbbb', 'cccc-dddd'])).toBe(
    'Recovery codes of the Kla console. Each works once, in place of a lost passkey.\n\naaaa-bbbb\ncccc-dddd\n',
  )
})
