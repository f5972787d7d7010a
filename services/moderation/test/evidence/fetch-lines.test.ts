import { expect, test } from '@jest/globals'
import { LinesWaiting, LinesWanted, subjects } from '@kla/proto'
import { createFetchLines } from '../../src/evidence/context.js'

const roomId = crypto.randomUUID()
const said = {
  lineId: crypto.randomUUID(),
  accountId: 2,
  username: 'player2',
  message: 'said just now',
  saidAtMs: 7,
}
const askOf = (lines: LinesWaiting['lines']) =>
  createFetchLines({
    ask: async (subject, data) => {
      expect(subject).toBe(subjects.gatewayLines('gateway-1'))
      expect(LinesWanted.decode(data)).toEqual({ roomId })
      return LinesWaiting.encode({ lines }).finish()
    },
  })

test('createFetchLines returns only chat messages of the requested room', async () => {
  const other = { ...said, lineId: crypto.randomUUID(), roomId: crypto.randomUUID(), gatewayId: 'gateway-1' }
  const ask = askOf([{ ...said, roomId, gatewayId: 'gateway-1' }, other])
  expect(await ask('gateway-1', roomId)).toEqual([said])
})

test('createFetchLines rejects malformed chat messages', async () => {
  await expect(
    askOf([{ ...said, roomId, gatewayId: 'gateway-1', accountId: -1 }])('gateway-1', roomId),
  ).rejects.toThrow()
})
