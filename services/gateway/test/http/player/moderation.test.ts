import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { LinesWaiting, LinesWanted, subjects } from '@kla/proto'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

test('a report includes the last chat lines from every gateway', async () => {
  const settings = { transcriptFlushMs: 1_000_000 }
  const { client } = world.moderation
  let found: LinesWaiting | undefined
  const submitReport: typeof client.submitReport = async (request, context) => {
    const gatewayId = world.rooms.rooms.get(roomId)?.seats[0]?.connection?.gatewayId ?? ''
    const question = LinesWanted.encode({ roomId }).finish()
    found = LinesWaiting.decode(await world.bus.ask(subjects.gatewayLines(gatewayId), question, 1_000))
    return client.submitReport(request, context)
  }
  const one = await world.gateway(settings)
  const two = await world.gateway(settings, { clients: { moderation: { ...client, submitReport } } })
  const { roomId, ada } = await twoPlayers(world, [one, one])
  await ada.ask('send-message', { roomId, message: 'Boo' })
  const response = await two.http.inject({
    method: 'POST',
    url: '/report',
    headers: { cookie: 'kla=session-2' },
    payload: { reportedId: 1, category: 'abuse', reason: 'He shouted.' },
  })
  expect(response.json()).toEqual({ success: true })
  expect(world.moderation.calls).toMatchObject([
    { method: 'submitReport', request: { reportedId: 1 }, principal: 'principal-2-adult' },
  ])
  expect(found?.lines).toMatchObject([{ accountId: 1, message: 'Boo' }])
})
