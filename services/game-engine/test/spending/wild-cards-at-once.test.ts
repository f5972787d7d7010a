import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, type Pod, quickTimings } from '../support/engine.js'
import { equip, newBattle, OWN } from '../support/room.js'

/** Something that happens at one place of a test and is waited for at another. */
function signal() {
  let happens = (): void => undefined
  const happened = new Promise<void>((resolve) => (happens = resolve))
  return { happens, happened }
}

describe('two calls of one Wild Card, of which one cannot pay,', () => {
  let engines: Engines
  let living: Pod

  beforeAll(async () => {
    engines = await createEngines({ timings: { ...quickTimings, promptMs: 6_000 } })
    living = await engines.pod()
  })
  afterAll(() => engines.close())

  const begin = async (wildCards = 1) => {
    const battle = await newBattle(engines, living)
    equip(engines, battle.one.id, wildCards)
    return { ...battle, commandId: newId() }
  }
  /** A process whose hold waits for `until`, before or after commerce carries it out; `reached` says that it waits. */
  const waiting = async (when: 'before' | 'after', until: Promise<void>) => {
    const pod = await engines.pod()
    const reached = signal()
    pod.outside.around = async (name, step) => {
      if (name !== 'hold') return step()
      const done = when === 'after' ? await step() : undefined
      reached.happens()
      await until
      return when === 'after' ? done : step()
    }
    return { pod, reached: reached.happened }
  }
  const failing = async (reason: 'UNAVAILABLE' | 'NO_WILD_CARDS' = 'UNAVAILABLE', until?: Promise<void>) => {
    const pod = await engines.pod()
    const reached = signal()
    pod.outside.around = async (name, step) => {
      if (name !== 'hold') return step()
      reached.happens()
      await until
      throw new KlaError(reason)
    }
    return { pod, reached: reached.happened }
  }
  const adds = (accountId: number, { available, spent }: { available: number; spent: number }) =>
    eventually(() => {
      expect(engines.commerce.held(accountId)).toBe(0)
      expect(engines.commerce.available(accountId)).toBe(available)
      expect(engines.commerce.spent(accountId)).toBe(spent)
    })
  /** Whether commerce has been told what becomes of some key of an account. */
  const isSettled = (accountId: number) =>
    eventually(() => engines.commerce.settled.some(({ key }) => key.includes(`:${accountId}:`)))

  test.each(['before', 'after'] as const)(
    'after which the other’s hold comes (%s it was given up): refused, given back, the pick is free',
    async (when) => {
      const { roomId, one: player, commandId } = await begin()
      const goOn = signal()
      // Carried out before it was given up, or only after.
      const held = await waiting(when === 'before' ? 'after' : 'before', goOn.happened)
      const holds = player.playWildCard(held.pod, roomId, OWN.gifUrl, commandId)
      const outcome = expect(holds).rejects.toMatchObject({ reason: 'CONFLICT' })
      await held.reached
      const { pod } = await failing()
      const fails = player.playWildCard(pod, roomId, OWN.gifUrl, commandId)
      await expect(fails).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
      await isSettled(player.id)
      goOn.happens()
      await outcome
      await adds(player.id, { available: 1, spent: 0 })
      // Nothing of it stands: the same command plays it still.
      expect(await player.playWildCard(living, roomId, OWN.gifUrl, commandId)).toEqual({ remainingWildCards: 0 })
      await adds(player.id, { available: 0, spent: 1 })
    },
  )

  test('keep the option that the player picked afterwards', async () => {
    const { roomId, one: player, commandId } = await begin()
    const goOn = signal()
    const held = await waiting('after', goOn.happened)
    const holds = player.playWildCard(held.pod, roomId, OWN.gifUrl, commandId)
    const outcome = expect(holds).rejects.toMatchObject({ reason: 'CONFLICT' })
    await held.reached
    const { pod } = await failing()
    const fails = player.playWildCard(pod, roomId, OWN.gifUrl, commandId)
    await expect(fails).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await player.pick(living, roomId, 2)
    goOn.happens()
    await outcome
    expect(await player.view(living, roomId)).toMatchObject({ picked: 2, wildCard: '' })
    await adds(player.id, { available: 1, spent: 0 })
  })

  test('both succeed when the other has played it', async () => {
    const { roomId, one: player, commandId } = await begin()
    const goOn = signal()
    const { pod, reached } = await failing('UNAVAILABLE', goOn.happened)
    const fails = player.playWildCard(pod, roomId, OWN.gifUrl, commandId)
    await reached
    expect(await player.playWildCard(living, roomId, OWN.gifUrl, commandId)).toEqual({ remainingWildCards: 0 })
    goOn.happens()
    expect(await fails).toEqual({ remainingWildCards: 0 })
    expect(await player.view(living, roomId)).toMatchObject({ wildCard: OWN.gifUrl })
    await adds(player.id, { available: 0, spent: 1 })
  })

  test('are both refused when a repeat restarted, and the pick is free', async () => {
    const { roomId, one: player, commandId } = await begin(2)
    const [refuse, goOn] = [signal(), signal()]
    const poor = await failing('NO_WILD_CARDS', refuse.happened)
    const refused = player.playWildCard(poor.pod, roomId, OWN.gifUrl, commandId)
    const outcome = expect(refused).rejects.toMatchObject({ reason: 'NO_WILD_CARDS' })
    await poor.reached
    const { pod } = await failing()
    const fails = player.playWildCard(pod, roomId, OWN.gifUrl, commandId)
    await expect(fails).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    const held = await waiting('after', goOn.happened)
    const repeat = player.playWildCard(held.pod, roomId, OWN.gifUrl, commandId)
    const repeated = expect(repeat).rejects.toMatchObject({ reason: 'NO_WILD_CARDS' })
    await held.reached
    refuse.happens()
    await outcome
    goOn.happens()
    await repeated
    await player.pick(living, roomId, 1)
    await adds(player.id, { available: 2, spent: 0 })
  })

  test('play and pay for it or neither, for any number of calls and pods', async () => {
    const { roomId, one: player, commandId } = await begin(3)
    const [refusing, hanging] = [(await failing()).pod, await engines.pod()]
    hanging.outside.around = async (name, step) => {
      const done = await step()
      if (name === 'hold') throw new KlaError('UNAVAILABLE')
      return done
    }
    const pods = Array.from({ length: 18 }, (_, at) => [living, refusing, hanging][at % 3] ?? living)
    const answers = await Promise.allSettled(pods.map((pod) => player.playWildCard(pod, roomId, OWN.gifUrl, commandId)))
    const { wildCard } = await player.view(living, roomId)
    const isPlayed = wildCard === OWN.gifUrl
    // Who heard that it is played heard the truth.
    if (answers.some(({ status }) => status === 'fulfilled')) expect(isPlayed).toBe(true)
    if (!isPlayed) await player.pick(living, roomId, 1)
    await adds(player.id, isPlayed ? { available: 2, spent: 1 } : { available: 3, spent: 0 })
  })
})
