import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createEventQueue } from '../../src/model/play-out.js'

test('returns all events in order of time', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (times) => {
      const queue = createEventQueue<number>()
      times.forEach((at, index) => queue.add(at, index))
      const taken = times.map(() => queue.next())
      expect(taken.map((one) => one?.at)).toEqual([...times].sort((one, other) => one - other))
      expect(new Set(taken.map((one) => one?.event)).size).toBe(times.length)
      expect(queue.next()).toBeUndefined()
    }),
  )
})
