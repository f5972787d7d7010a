import { expect, test } from '@jest/globals'
import { BattleUpdate, Phase } from '@kla/proto'
import { encodeBareUpdate, UPDATES } from '../../src/engine/updates.js'

const expected = { battle: '7', seq: 3, phase: 'show', round: 2, deadlineMs: 1_700_000_000_000 }

test('decodes the updates of both contenders alike', () => {
  const update = { roomId: '7', seq: 3, phase: Phase.SHOW, round: 2, deadlineMs: 1_700_000_000_000 }
  expect(UPDATES.engine.read(BattleUpdate.encode(BattleUpdate.fromPartial(update)).finish())).toEqual(expected)
  const bare = encodeBareUpdate('7', 3, { phase: 'show', round: 2, deadlineMs: 1_700_000_000_000 })
  expect(UPDATES['bare loop'].read(Buffer.from(bare))).toEqual(expected)
})

test('decodes a room without a battle as no phase', () => {
  const update = BattleUpdate.fromPartial({ roomId: '7', seq: 1, phase: Phase.WAITING })
  expect(UPDATES.engine.read(BattleUpdate.encode(update).finish()).phase).toBeUndefined()
})
