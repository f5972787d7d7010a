import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import { createEngines, type Engines, type Pod, quickTimings } from '../support/engine.js'
import { newBattle } from '../support/room.js'

describe('saving a GIF', () => {
  let engines: Engines
  let one: Pod
  let other: Pod

  beforeAll(async () => {
    engines = await createEngines({ timings: { ...quickTimings, promptMs: 2_000 } })
    one = await engines.pod()
    other = await engines.pod()
  })
  afterAll(() => engines.close())

  const begin = async (gifSaves = 2) => {
    const battle = await newBattle(engines, one)
    engines.library.give(battle.one.id, gifSaves)
    const { options } = await battle.one.view(one, battle.roomId)
    return { ...battle, options: options.map(({ gifUrl, thumbnail }) => ({ gifUrl, thumbnail })) }
  }
  const libraryOf = (accountId: number) => engines.library.of(accountId)

  test("puts one of the player's options into the library, once per command", async () => {
    const { roomId, one: player, options } = await begin()
    const commandId = newId()
    const answers = await Promise.all(
      [one, other, one, other].map((pod) => player.saveChoice(pod, roomId, 3, commandId)),
    )
    expect(answers).toEqual(Array(4).fill({ gifUrl: options[2]?.gifUrl }))
    expect(libraryOf(player.id)).toEqual([options[2]])
    expect(engines.library.left(player.id)).toBe(1)
    const again = player.saveChoice(one, roomId, 3)
    await expect(again).rejects.toMatchObject({ reason: 'ALREADY_SAVED' })
  })

  test('remembers a refusal and costs nothing', async () => {
    const { roomId, one: player, other: opponent } = await begin(0)
    const commandId = newId()
    const choice = () => player.saveChoice(one, roomId, 1, commandId)
    await expect(choice()).rejects.toMatchObject({ reason: 'NO_GIF_SAVES' })
    engines.library.give(player.id, 3)
    await expect(choice()).rejects.toMatchObject({ reason: 'NO_GIF_SAVES' })
    await expect(player.saveChoice(one, roomId, 9)).rejects.toMatchObject({ reason: 'NO_SUCH_OPTION' })
    const stranger = engines.player(999_998)
    await expect(stranger.saveChoice(one, roomId, 1)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(stranger.saveReceived(one, roomId, 'x')).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await opponent.finish(one, roomId)
    await expect(player.saveChoice(one, roomId, 1)).rejects.toMatchObject({ reason: 'NOT_PLAYING' })
    await expect(player.saveReceived(one, newId(), 'x')).rejects.toMatchObject({ reason: 'NOT_RECEIVED' })
    expect(engines.library.left(player.id)).toBe(3)
    expect(libraryOf(player.id)).toEqual([])
  })

  test.each(['before', 'after'])(
    'has the same result a round later when it was interrupted %s it took effect',
    async (when) => {
      const { roomId, one: player, options } = await begin(3)
      const failing = await engines.pod()
      failing.outside.around = async (name, step) => {
        if (name !== 'save') return step()
        if (when === 'after') await step()
        throw new KlaError('UNAVAILABLE')
      }
      const commandId = newId()
      const broken = player.saveChoice(failing, roomId, 2, commandId)
      await expect(broken).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
      await engines.watch.until(roomId, 'promptGif', 2)
      expect((await player.view(one, roomId)).options[1]?.gifUrl).not.toBe(options[1]?.gifUrl)
      expect(await player.saveChoice(one, roomId, 2, commandId)).toEqual({ gifUrl: options[1]?.gifUrl })
      expect(libraryOf(player.id)).toEqual([options[1]])
      expect(engines.library.left(player.id)).toBe(2)
    },
  )

  test('is refused without cost for a finished round, except for a repeat', async () => {
    const { roomId, one: player, options } = await begin(3)
    const commandId = newId()
    expect(await player.saveChoice(one, roomId, 2, commandId, 1)).toEqual({ gifUrl: options[1]?.gifUrl })
    await engines.watch.until(roomId, 'promptGif', 2)
    const late = player.saveChoice(one, roomId, 3, newId(), 1)
    await expect(late).rejects.toMatchObject({ reason: 'NO_SUCH_OPTION' })
    expect(await player.saveChoice(other, roomId, 2, commandId, 1)).toEqual({ gifUrl: options[1]?.gifUrl })
    expect(libraryOf(player.id)).toEqual([options[1]])
    expect(engines.library.left(player.id)).toBe(2)
  })

  test('finds a forgotten command in the library', async () => {
    const { roomId, one: player, options } = await begin(3)
    const commandId = newId()
    const gif = options[0] ?? { gifUrl: '', thumbnail: '' }
    await engines.library.save(commandId, gif, await engines.as(player.id))
    await player.finish(one, roomId)
    expect(await player.saveChoice(one, roomId, 1, commandId)).toEqual({ gifUrl: gif.gifUrl })
    expect(engines.library.left(player.id)).toBe(2)
  })

  test('is unavailable while the library is, and works afterwards', async () => {
    const { roomId, one: player, options } = await begin(1)
    const commandId = newId()
    engines.library.down = true
    const asked = player.saveChoice(one, roomId, 4, commandId)
    await expect(asked).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    engines.library.down = false
    expect(await player.saveChoice(other, roomId, 4, commandId)).toEqual({ gifUrl: options[3]?.gifUrl })
  })
})
