import { expect, test } from '@jest/globals'
import { createCupExecutor } from '../../src/cups/execute.js'
import type { Pair } from '../../src/cups/rules/blocked-pairs.js'
import { cupInHand, RULES, STARTS_MS } from './rules/cup-play.js'

/** Cup commands beside block lists that write down what they are asked. */
function executorOf(players: number, blocks: readonly Pair[] = []) {
  const hand = cupInHand()
  for (let accountId = 1; accountId <= players; accountId++) {
    hand.do({ kind: 'enter', accountId, username: `player${accountId}`, avatar: '' })
  }
  const asked: (readonly Pair[])[] = []
  const cups = createCupExecutor({
    store: {
      async change(_cupId, { decide }) {
        const changed = decide(hand.cup)
        if (!('refused' in changed)) hand.cup = changed
        return changed
      },
    },
    async blocksWithinPairs(pairs) {
      asked.push(pairs)
      return blocks.filter((block) => pairs.some((pair) => pair.every((player) => block.includes(player))))
    },
    rules: RULES,
    now: () => STARTS_MS - 1,
  })
  return { hand, asked, cups }
}

test('queries the block lists once for a draw, and not at all without a pair', async () => {
  const { hand, asked, cups } = executorOf(16)
  await cups.execute('cup', { kind: 'rename', accountId: 1, username: 'Ada', avatar: '', nameRevision: 1 })
  expect(asked).toEqual([])
  await cups.execute('cup', { kind: 'start' })
  expect(asked.map((pairs) => pairs.length)).toEqual([(16 * 15) / 2])
  const { id: tieId, roomId } = hand.tie('1-1')
  await cups.execute('cup', { kind: 'room-opened', tieId, roomId })
  expect(asked).toHaveLength(1)
})

test('queries once for each round that a command brings together', async () => {
  const { hand, asked, cups } = executorOf(4, [[2, 1]])
  await cups.execute('cup', { kind: 'start' })
  asked.length = 0
  const judge = (tieId: string, winnerId: number) =>
    cups.execute('cup', {
      kind: 'judge',
      tieId,
      winnerId,
      reason: 'I saw it.',
      judge: { id: 1, name: 'Mara' },
      version: 0,
    })
  await judge('1-1', 1)
  expect(asked).toEqual([])
  await judge('1-2', 2)
  expect(asked).toEqual([[[1, 2]]])
  expect(hand.tie('2-1')).toMatchObject({ how: 'bye', apart: true })
})

test('rejects a command, and changes nothing, while the block lists cannot be read', async () => {
  const { hand, cups } = executorOf(4)
  const { cup } = hand
  const failing = createCupExecutor({
    store: { change: async (_cupId, { decide }) => decide(cup) },
    blocksWithinPairs: () => Promise.reject(new Error('no database')),
    rules: RULES,
    now: () => STARTS_MS - 1,
  })
  await expect(failing.execute('cup', { kind: 'start' })).rejects.toThrow('no database')
  expect(hand.cup).toBe(cup)
  expect(await cups.execute('cup', { kind: 'start' })).toMatchObject({ phase: 'running' })
})
