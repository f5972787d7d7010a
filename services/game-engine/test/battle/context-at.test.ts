import { expect, test } from '@jest/globals'
import { createContextAt } from '../../src/battle/context-at.js'
import type { Battle, Timings } from '../../src/domain/index.js'

const at = async (nowMs: number, battle?: Partial<Battle>): Promise<number> => {
  const contextAt = createContextAt({
    timings: {} as Timings,
    optionsPerHand: 4,
    pools: { of: async () => [] },
    absentUntilMs: async () => 0,
    random: Math.random,
    newId: () => 'id',
  })
  const { now } = await contextAt(nowMs, battle as Battle | undefined, { kind: 'deadline', roomId: 'room' })
  return now
}
const played = (deadlineMs: number) => ({ match: { category: 'default' }, deadlineMs }) as unknown as Partial<Battle>

test('what is decided within a tick is decided as of the same moment, up to a fiftieth of a second ago', async () => {
  expect(await Promise.all([1_000, 1_001, 1_019].map((nowMs) => at(nowMs)))).toEqual([1_000, 1_000, 1_000])
  expect(await at(1_020, played(5_000))).toBe(1_020)
})

test('but not as of a moment before a deadline that has come', async () => {
  expect(await at(1_019, played(1_013))).toBe(1_013)
  expect(await at(1_012, played(1_013))).toBe(1_000)
  expect(await at(1_047, played(1_013))).toBe(1_040)
})
