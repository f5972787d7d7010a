import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import { Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, type Pod, quickTimings } from '../support/engine.js'
import { equip, newBattle, OWN } from '../support/room.js'

describe('a Wild Card', () => {
  let engines: Engines
  let one: Pod
  let other: Pod

  beforeAll(async () => {
    engines = await createEngines({ timings: { ...quickTimings, promptMs: 3_000 } })
    one = await engines.pod()
    other = await engines.pod()
  })
  afterAll(() => engines.close())

  /** A battle in which the first player has one saved GIF. */
  const begin = async (wildCards = 2) => {
    const battle = await newBattle(engines, one)
    equip(engines, battle.one.id, wildCards)
    return battle
  }
  const nothingIsHeld = (accountId: number) => eventually(() => expect(engines.commerce.held(accountId)).toBe(0))

  test('is played, shown to the opponent as one, and costs one', async () => {
    const { roomId, one: player, other: opponent } = await begin()
    expect(await player.playWildCard(one, roomId, OWN.gifUrl)).toEqual({ remainingWildCards: 1 })
    expect(await player.view(other, roomId)).toMatchObject({ wildCard: OWN.gifUrl, picked: 0 })
    expect(await opponent.view(other, roomId)).toMatchObject({ wildCard: '', receivedGif: '' })
    await expect(player.pick(other, roomId, 1)).rejects.toMatchObject({ reason: 'ALREADY_PICKED' })
    await opponent.pick(other, roomId, 1)
    await engines.watch.until(roomId, 'showGif')
    expect(await opponent.view(one, roomId)).toMatchObject({
      phase: Phase.SHOW,
      receivedGif: OWN.gifUrl,
      receivedWildCard: true,
    })
    const received = engines.watch.events(roomId).filter(({ event }) => event?.$case === 'receiveGif')
    expect(received.find(({ recipient }) => recipient === opponent.id)?.event?.value).toMatchObject({
      gifUrl: OWN.gifUrl,
      wildCard: true,
    })
    await eventually(() => expect(engines.commerce.spent(player.id)).toBe(1))
    expect(engines.commerce.available(player.id)).toBe(1)
  })

  test.each(['lives', 'dies'])(
    'is returned when the opponent finishes before it is shown, and the process %s',
    async (process) => {
      const { roomId, one: player, other: opponent } = await begin()
      const finishing = await engines.pod()
      expect(await player.playWildCard(one, roomId, OWN.gifUrl)).toEqual({ remainingWildCards: 1 })
      finishing.outside.about = (text) => text.includes(`:${player.id}:`)
      finishing.outside.around = async (name, step) => {
        if (name !== 'settle' || process === 'lives') return step()
        finishing.kill()
        throw new Error('the process is gone')
      }
      await opponent.finish(finishing, roomId)
      await eventually(() => expect(engines.commerce.available(player.id)).toBe(2))
      expect(engines.commerce.spent(player.id)).toBe(0)
    },
  )

  test('is played once, however often and on whichever pods its command arrives', async () => {
    const { roomId, one: player } = await begin(5)
    const commandId = newId()
    const pods = Array.from({ length: 10 }, (_, at) => (at % 2 ? one : other))
    const answers = await Promise.all(pods.map((pod) => player.playWildCard(pod, roomId, OWN.gifUrl, commandId)))
    expect(new Set(answers.map(({ remainingWildCards }) => remainingWildCards))).toEqual(new Set([4]))
    await eventually(() => expect(engines.commerce.spent(player.id)).toBe(1))
    await engines.watch.until(roomId, 'showGif')
    expect(await player.playWildCard(other, roomId, OWN.gifUrl, commandId)).toEqual({ remainingWildCards: 4 })
    expect(engines.commerce.available(player.id)).toBe(4)
    expect(engines.commerce.keys(player.id)).toHaveLength(1)
  })

  test('keeps the pick of a player without a Wild Card', async () => {
    const { roomId, one: player } = await begin(0)
    const commandId = newId()
    const played = player.playWildCard(one, roomId, OWN.gifUrl, commandId)
    await expect(played).rejects.toMatchObject({ reason: 'NO_WILD_CARDS' })
    engines.commerce.give(player.id, 1)
    const repeated = player.playWildCard(other, roomId, OWN.gifUrl, commandId)
    await expect(repeated).rejects.toMatchObject({ reason: 'NO_WILD_CARDS' })
    expect(await player.playWildCard(other, roomId, OWN.gifUrl)).toEqual({ remainingWildCards: 0 })
    await eventually(() => expect(engines.commerce.spent(player.id)).toBe(1))
  })

  test('remembers a refusal and costs nothing', async () => {
    const { roomId, one: player, other: opponent } = await begin()
    const commandId = newId()
    const unknown = () => player.playWildCard(one, roomId, 'https://own/2', commandId)
    await expect(unknown()).rejects.toMatchObject({ reason: 'NOT_IN_LIBRARY' })
    engines.library.put(player.id, { gifUrl: 'https://own/2', thumbnail: '' })
    await expect(unknown()).rejects.toMatchObject({ reason: 'NOT_IN_LIBRARY' })
    const stranger = engines.player(999_999)
    await expect(stranger.playWildCard(one, roomId, OWN.gifUrl)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await player.pick(one, roomId, 1)
    const second = player.playWildCard(other, roomId, OWN.gifUrl)
    await expect(second).rejects.toMatchObject({ reason: 'ALREADY_PICKED' })
    await opponent.pick(one, roomId, 1)
    const late = player.playWildCard(other, roomId, OWN.gifUrl)
    await expect(late).rejects.toMatchObject({ reason: 'NOT_PROMPTING' })
    await expect(player.playWildCard(one, newId(), OWN.gifUrl)).rejects.toMatchObject({ reason: 'NOT_PROMPTING' })
    await expect(player.playWildCard(one, '', OWN.gifUrl)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    expect(engines.commerce.available(player.id)).toBe(2)
    expect(engines.commerce.keys(player.id)).toEqual([])
  })

  test('is not played and costs nothing when the hold returns after the prompt', async () => {
    const slow = await engines.pod()
    const { roomId, one: player, other: opponent } = await begin()
    slow.outside.around = async (name, step) => {
      if (name === 'hold') await engines.watch.until(roomId, 'showGif')
      return step()
    }
    await expect(player.playWildCard(slow, roomId, OWN.gifUrl)).rejects.toMatchObject({ reason: 'NOT_PROMPTING' })
    expect((await opponent.view(other, roomId)).receivedWildCard).toBe(false)
    await nothingIsHeld(player.id)
    expect(engines.commerce.available(player.id)).toBe(2)
  })

  test('is returned when its prompt ends during the hold', async () => {
    const slow = await engines.pod()
    const { roomId, one: player } = await begin()
    slow.outside.around = async (name, step) => {
      const done = await step()
      if (name === 'hold') await engines.watch.until(roomId, 'showGif')
      return done
    }
    await expect(player.playWildCard(slow, roomId, OWN.gifUrl)).rejects.toMatchObject({ reason: 'NOT_PROMPTING' })
    await nothingIsHeld(player.id)
    expect(engines.commerce.keys(player.id)).toHaveLength(1)
    expect(engines.commerce.settled).toContainEqual({ key: engines.commerce.keys(player.id)[0], outcome: 'release' })
    expect(engines.commerce.available(player.id)).toBe(2)
  })

  test.each(['before', 'after'])('leaves the pick free when commerce failed %s holding it', async (when) => {
    const { roomId, one: player } = await begin()
    const failing = await engines.pod()
    failing.outside.around = async (name, step) => {
      if (name !== 'hold') return step()
      if (when === 'after') await step()
      throw new KlaError('UNAVAILABLE')
    }
    const broken = player.playWildCard(failing, roomId, OWN.gifUrl)
    await expect(broken).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await player.pick(other, roomId, 1)
    expect(await player.view(one, roomId)).toMatchObject({ picked: 1, wildCard: '' })
    await eventually(() => engines.commerce.settled.some(({ key }) => key.includes(`:${player.id}:`)))
    await nothingIsHeld(player.id)
    expect(engines.commerce.available(player.id)).toBe(2)
  })

  test.each(['before', 'after'])('restarts on a repeat when commerce failed %s holding it', async (when) => {
    const { roomId, one: player } = await begin()
    const failing = await engines.pod()
    failing.outside.around = async (name, step) => {
      if (name !== 'hold') return step()
      if (when === 'after') await step()
      throw new KlaError('UNAVAILABLE')
    }
    const commandId = newId()
    const broken = player.playWildCard(failing, roomId, OWN.gifUrl, commandId)
    await expect(broken).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await nothingIsHeld(player.id)
    expect(await player.playWildCard(other, roomId, OWN.gifUrl, commandId)).toEqual({ remainingWildCards: 1 })
    await eventually(() => expect(engines.commerce.spent(player.id)).toBe(1))
    expect(engines.commerce.available(player.id)).toBe(1)
  })

  test('is not played in a later round by a late repeat', async () => {
    const { roomId, one: player } = await begin()
    const failing = await engines.pod()
    failing.outside.around = (name, step) => (name === 'hold' ? Promise.reject(new KlaError('UNAVAILABLE')) : step())
    const commandId = newId()
    const broken = player.playWildCard(failing, roomId, OWN.gifUrl, commandId)
    await expect(broken).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await engines.watch.until(roomId, 'promptGif', 2)
    const late = player.playWildCard(one, roomId, OWN.gifUrl, commandId)
    await expect(late).rejects.toMatchObject({ reason: 'NOT_PROMPTING' })
    await nothingIsHeld(player.id)
    expect(engines.commerce.available(player.id)).toBe(2)
  })

  test('is not played in another round than intended', async () => {
    const { roomId, one: player } = await begin()
    await engines.watch.until(roomId, 'promptGif', 2)
    const late = player.playWildCard(one, roomId, OWN.gifUrl, newId(), 1)
    await expect(late).rejects.toMatchObject({ reason: 'NOT_PROMPTING' })
    await nothingIsHeld(player.id)
    expect(await player.playWildCard(one, roomId, OWN.gifUrl, newId(), 2)).toEqual({ remainingWildCards: 1 })
  })

  test('is unavailable without the library', async () => {
    const { roomId, one: player } = await begin()
    engines.library.down = true
    const commandId = newId()
    const asked = player.playWildCard(one, roomId, OWN.gifUrl, commandId)
    await expect(asked).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    engines.library.down = false
    expect(await player.playWildCard(one, roomId, OWN.gifUrl, commandId)).toEqual({ remainingWildCards: 1 })
  })
})
