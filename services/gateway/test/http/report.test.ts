import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Overrides, Service } from '../../src/index.js'
import { twoPlayers } from '../support/two-players.js'
import { createWorld, type World } from '../support/world.js'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const LATER = { TRANSCRIPT_FLUSH_MS: 1_000_000 }

/** Somebody reports the other one right after a line of chat. */
async function reportAfterLine(gateway: Service, people: readonly [number, number]) {
  const { roomId, ada } = await twoPlayers(world, [gateway, gateway], people)
  await ada.ask('send-message', { roomId, username: 'ada', message: 'Boo' })
  world.moderation.calls.length = 0
  return gateway.http.inject({
    method: 'POST',
    url: '/report',
    headers: { cookie: `kla=session-${people[1]}` },
    payload: { reportedId: people[0], category: 'abuse', reason: 'He shouted.' },
  })
}

test('the last lines of the chat go before the report', async () => {
  const response = await reportAfterLine(await world.gateway(LATER), [1, 2])
  expect(response.json()).toEqual({ success: true })
  expect(world.moderation.calls).toMatchObject([
    { method: 'recordLines', request: { lines: [{ accountId: 1, message: 'Boo' }] } },
    { method: 'submitReport', request: { reportedId: 1 }, principal: 'principal-2-adult' },
  ])
})

test('a report goes on when the lines cannot', async () => {
  const hanging: Overrides = {
    clients: { moderation: { ...world.moderation.client, recordLines: () => new Promise(() => undefined) } },
  }
  const response = await reportAfterLine(await world.gateway(LATER, hanging), [3, 4])
  expect(response.json()).toEqual({ success: true })
})
