import { expect, test } from '@jest/globals'
import { BattleNews, Phase } from '@kla/proto'
import { bareNews, NEWS } from '../../src/engine/updates.js'

const expected = { battle: '7', seq: 3, phase: 'show', round: 2, deadlineMs: 1_700_000_000_000 }

test('the news of both contenders come down to the same', () => {
  const news = { roomId: '7', seq: 3, phase: Phase.SHOW, round: 2, deadlineMs: 1_700_000_000_000 }
  expect(NEWS.engine.read(BattleNews.encode(BattleNews.fromPartial(news)).finish())).toEqual(expected)
  const bare = bareNews('7', 3, { phase: 'show', round: 2, deadlineMs: 1_700_000_000_000 })
  expect(NEWS['bare loop'].read(Buffer.from(bare))).toEqual(expected)
})

test('a room in which no battle is on has no phase', () => {
  const news = BattleNews.fromPartial({ roomId: '7', seq: 1, phase: Phase.WAITING })
  expect(NEWS.engine.read(BattleNews.encode(news).finish()).phase).toBeUndefined()
})
