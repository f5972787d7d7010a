import { expect, test } from '@jest/globals'
import { textsOf } from '../../src/measure/window.js'

test('names what went wrong in a window', () => {
  const complaint = { process: 'rooms-1', what: 'warn: slow', entries: 1 }
  expect(
    textsOf({
      lapsed: ['gateway-1-a'],
      complaints: [
        { ...complaint, times: 1 },
        { ...complaint, times: 7 },
      ],
    }),
  ).toEqual(['the lease of gateway-1-a ran out', 'rooms-1 logged “warn: slow”', 'rooms-1 logged 7 times “warn: slow”'])
})
