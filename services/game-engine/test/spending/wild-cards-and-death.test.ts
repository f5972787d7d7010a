import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, patientTimings } from '../support/engine.js'
import { equip, newBattle, OWN } from '../support/room.js'

/** A step that a process takes outside of itself, from 1, and whether it takes effect before the process dies. */
interface Death {
  readonly step: number
  readonly when: 'before' | 'after'
}

const AT_ONCE = 7

describe('an item is spent exactly if its Wild Card was shown', () => {
  let engines: Engines

  beforeAll(async () => {
    engines = await createEngines({ timings: patientTimings })
    await engines.pod()
  })
  afterAll(() => engines.close())

  /** Plays one through a process of its own, which may die on the way; answers the steps that it took. */
  async function play(death: Death | undefined, isRepeated: boolean) {
    const [living, dying] = await Promise.all([engines.pod(), engines.pod()])
    const { roomId, one: player, other: opponent } = await newBattle(engines, living)
    equip(engines, player.id, 1)
    // Its pick is the last one, so that the same process shows the Wild Card and settles.
    await opponent.pick(living, roomId, 1)
    const commandId = newId()
    const steps: string[] = []
    dying.outside.about = (text) => text.includes(commandId) || text.includes(`:${player.id}:`)
    dying.outside.around = async (name, step) => {
      steps.push(name)
      if (death?.step !== steps.length) return step()
      if (death.when === 'after') await step()
      dying.kill()
      throw new Error('the process is gone')
    }
    const dies = dying.client.playWildCard({ commandId, roomId, ...OWN, round: 0 }, await player.who())
    const answers = [await dies.catch(() => null)]
    if (isRepeated) answers.push(await player.playWildCard(living, roomId, OWN.gifUrl, commandId))
    else await engines.endPhase(roomId)
    await engines.watch.until(roomId, 'showGif')
    const isShown = engines.watch
      .events(roomId)
      .some(({ event }) => event?.$case === 'receiveGif' && event.value.wildCard)
    // The surviving processes settle with commerce, and the balance is correct.
    await eventually(() => {
      expect(engines.commerce.held(player.id)).toBe(0)
      expect(engines.commerce.spent(player.id)).toBe(isShown ? 1 : 0)
      expect(engines.commerce.available(player.id)).toBe(isShown ? 0 : 1)
    }, 15_000)
    if (answers.some((answer) => answer !== null)) expect(isShown).toBe(true)
    for (const answer of answers) if (answer) expect(answer).toEqual({ remainingWildCards: 0 })
    for (const pod of [living, dying]) {
      pod.client.close()
      await pod.service.stop()
    }
    return { steps, isShown }
  }

  /** Every step of an undisturbed life, before and after it takes effect. */
  async function everyDeath(): Promise<Death[]> {
    const { steps, isShown } = await play(undefined, true)
    expect(isShown).toBe(true)
    expect(steps).toEqual(expect.arrayContaining(['evalsha', 'get', 'find', 'hold', 'settle', 'hdel']))
    return steps.flatMap((_, at) => (['before', 'after'] as const).map((when) => ({ step: at + 1, when })))
  }

  async function each(deaths: readonly Death[], dies: (death: Death) => Promise<void>): Promise<void> {
    const left = [...deaths]
    const lane = async (): Promise<void> => {
      for (let death = left.pop(); death; death = left.pop()) await dies(death)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }

  test('when the process dies anywhere and the command is not repeated', async () => {
    const shown = { before: 0, after: 0 }
    await each(await everyDeath(), async (death) => {
      const { isShown, steps } = await play(death, false)
      expect(steps.length).toBeGreaterThanOrEqual(death.step)
      if (isShown) shown[death.when]++
    })
    // Some of these lives were long enough to play it, and some were not.
    for (const count of Object.values(shown)) expect(count).toBeGreaterThan(0)
  }, 120_000)

  test('when the process dies anywhere and the player repeats the command elsewhere: it is shown', async () => {
    await each(await everyDeath(), async (death) => {
      expect(await play(death, true)).toMatchObject({ isShown: true })
    })
  }, 120_000)
})
