import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Phase } from '@kla/proto'
import { createEngines, type Engines } from '../support/engine.js'

let engines: Engines

beforeAll(async () => {
  engines = await createEngines()
})
afterAll(() => engines.close())

test('a pause that a dead process began ends on another, with what remained of the phase', async () => {
  const roomId = engines.rooms.open([1, 2])
  const [one, other] = [await engines.pod(), await engines.pod()]
  await engines.player(1).ready(one, roomId)
  await engines.player(2).ready(one, roomId)
  await engines.watch.until(roomId, 'promptGif')

  await engines.player(1).reportRepair(one, roomId, true)
  await engines.watch.until(roomId, 'phasePaused')
  const paused = await engines.player(2).view(other, roomId)
  expect(paused).toMatchObject({ phase: Phase.PROMPT, round: 1 })
  expect(paused.deadlineMs).toBe((paused.pausedUntilMs ?? 0) + (paused.pausedRemainingMs ?? 0))

  one.kill()
  await engines.watch.until(roomId, 'phaseResumed')
  const resumed = await engines.player(2).view(other, roomId)
  expect(resumed.pausedUntilMs).toBeUndefined()
  expect(resumed.deadlineMs).toBeGreaterThanOrEqual(paused.deadlineMs)
  await engines.watch.until(roomId, 'showGif')
})

test('a report outside of a battle is refused', async () => {
  const roomId = engines.rooms.open([3, 4])
  const pod = await engines.pod()
  await expect(engines.player(3).reportRepair(pod, roomId, true)).rejects.toMatchObject({ reason: 'NOT_PLAYING' })
})
