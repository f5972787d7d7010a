import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Phase } from '@kla/proto'
import type { Clip } from '../../src/battle/rules/battle.js'
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

  test('works for every GIF of the battle until the next one begins, and pays for each once', async () => {
    const { roomId, one: player, other: opponent } = await newBattle(engines, one)
    engines.library.give(player.id, 5)
    const received: Clip[] = []
    for (const round of [1, 2]) {
      await engines.watch.until(roomId, 'promptGif', round)
      const { options } = await opponent.view(one, roomId)
      received.push({ gifUrl: options[1]?.gifUrl ?? '', thumbnail: options[1]?.thumbnail ?? '' })
      await opponent.pick(one, roomId, 2)
      await player.pick(one, roomId, 1)
      expect((await player.view(other, roomId)).receivedGifs).toEqual(received)
    }
    await player.finish(one, roomId)
    await Promise.all([player, opponent].map((voter) => voter.vote(one, roomId, player.id)))
    expect((await player.view(other, roomId)).receivedGifs).toEqual(received)
    const [first] = received
    if (!first) throw new Error('nothing was received')
    expect(await player.saveReceived(one, roomId, first.gifUrl)).toEqual({ gifUrl: first.gifUrl })
    await expect(player.saveReceived(other, roomId, first.gifUrl)).rejects.toMatchObject({ reason: 'ALREADY_SAVED' })
    expect(engines.library.left(player.id)).toBe(4)
    await engines.watch.until(roomId, 'readyChanged', 2)
    const last = received[1]?.gifUrl ?? ''
    expect(await player.saveReceived(one, roomId, last)).toEqual({ gifUrl: last })
    await Promise.all([player, opponent].map((voter) => voter.ready(one, roomId)))
    expect(await player.view(other, roomId)).toMatchObject({ phase: Phase.PROMPT, receivedGifs: [] })
    await expect(player.saveReceived(one, roomId, last)).rejects.toMatchObject({ reason: 'NOT_RECEIVED' })
  })
})
