import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createEngines, type Engines, patientTimings, type Pod } from '../support/engine.js'
import { newBattle } from '../support/room.js'

describe('saving a received GIF', () => {
  let engines: Engines
  let one: Pod
  let other: Pod

  beforeAll(async () => {
    engines = await createEngines({ timings: patientTimings })
    one = await engines.pod()
    other = await engines.pod()
  })
  afterAll(() => engines.close())

  test('works until another is shown, even after the round', async () => {
    const { roomId, one: player, other: opponent } = await newBattle(engines, one)
    engines.library.give(player.id, 5)
    const theirs = (await opponent.view(one, roomId)).options
    await expect(player.saveReceived(one, roomId, '')).rejects.toMatchObject({ reason: 'NOT_RECEIVED' })
    await opponent.pick(one, roomId, 2)
    const gifUrl = theirs[1]?.gifUrl ?? ''
    await expect(player.saveReceived(one, roomId, gifUrl)).rejects.toMatchObject({ reason: 'NOT_RECEIVED' })
    await player.pick(one, roomId, 1)
    await expect(player.saveReceived(other, roomId, theirs[0]?.gifUrl ?? '')).rejects.toMatchObject({
      reason: 'NOT_RECEIVED',
    })
    await player.finish(one, roomId)
    expect(await player.saveReceived(other, roomId, gifUrl)).toEqual({ gifUrl })
    expect(engines.library.of(player.id)).toEqual([{ gifUrl, thumbnail: theirs[1]?.thumbnail }])
  })
})
