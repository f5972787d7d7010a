import { expect, test } from '@jest/globals'
import { PERMANENT_MS, roomsBannedUntil } from '../../src/seats/evict.js'

test.each([
  ['nothing', [], 0],
  [
    'bans of other parts',
    [
      { scope: 'chat', untilMs: 0 },
      { scope: 'api', untilMs: 9 },
    ],
    0,
  ],
  ['a ban from rooms', [{ scope: 'rooms', untilMs: 5 }], 5],
  ['a ban from everything', [{ scope: 'global', untilMs: 7 }], 7],
  [
    'the longest',
    [
      { scope: 'rooms', untilMs: 5 },
      { scope: 'global', untilMs: 7 },
      { scope: 'rooms', untilMs: 6 },
    ],
    7,
  ],
  [
    'one for good',
    [
      { scope: 'global', untilMs: 7 },
      { scope: 'rooms', untilMs: 0 },
    ],
    PERMANENT_MS,
  ],
])('%s', (_name, restrictions, expected) => {
  expect(roomsBannedUntil(restrictions)).toBe(expected)
})
