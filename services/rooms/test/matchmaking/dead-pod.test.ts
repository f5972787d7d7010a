import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { newAccount } from '../platform.js'
import { createSearchers, type Searchers } from './searchers.js'

let people: Searchers
beforeEach(async () => {
  people = await createSearchers()
})
afterEach(() => people.stop())

const gone = (): Promise<never> => Promise.reject(new Error('the process is gone'))

test('another pod opens the room when a pod dies after the second acceptance', async () => {
  const dying = await people.pod({}, { roomStore: (real) => ({ ...real, commit: gone }) })
  const [ada, bob] = [newAccount(), newAccount()]
  const adas = await people.find(dying, ada)
  const bobs = await people.find(dying, bob)
  const { matchId } = await people.until(dying, adas, 'found')
  await people.answer(dying, ada, matchId, true)
  expect((await people.answer(dying, bob, matchId, true)).state).toMatchObject({ value: { accepted: true } })
  await dying.kill()

  const living = await people.pod()
  const { roomId } = await people.until(living, adas, 'ready')
  expect(await people.until(living, bobs, 'ready')).toEqual({ roomId })
  const { room } = await living.client.getRoom({ roomId })
  expect(room?.seats.map((seat) => seat.accountId).sort()).toEqual([ada, bob].sort())
})

test("a vanished player's match ends, and the other player keeps searching", async () => {
  const pod = await people.pod({ MATCH_TICKET_MS: '1500', MATCH_ACCEPT_MS: '60000' })
  const [ada, bob] = [newAccount(), newAccount()]
  const adas = await people.find(pod, ada)
  const bobs = await people.find(pod, bob)
  await people.until(pod, adas, 'found')
  // From here on only one of them is kept.
  await people.until(pod, adas, 'searching')
  expect((await people.keep(pod, bobs)).state).toEqual({ $case: 'ended', value: { reason: 'gone' } })
})

test('a player who does not answer is removed, and one who accepted keeps searching', async () => {
  const pod = await people.pod({ MATCH_ACCEPT_MS: '2500' })
  const [ada, bob] = [newAccount(), newAccount()]
  const adas = await people.find(pod, ada)
  const bobs = await people.find(pod, bob)
  const { matchId } = await people.until(pod, adas, 'found')
  await people.answer(pod, ada, matchId, true)
  expect(await people.until(pod, bobs, 'ended')).toEqual({ reason: 'not-accepted' })
  await people.until(pod, adas, 'searching')
})
