import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createMetrics } from '@kla/chassis'
import { Phase } from '@kla/proto'
import { eventually, testIdentity } from '@kla/testkit'
import { createCommerceClient } from '../../src/spending/commerce-client.js'
import { serveCommerce } from '../support/commerce-server.js'
import { createEngines, type Engines, type Pod, quickTimings } from '../support/engine.js'
import { equip, newBattle, OWN } from '../support/room.js'

/** More than one look for what is undone takes up at once in a shard, over all shards. */
const BATTLES = 40

/** A gate behind which everything waits while it is shut. */
class Gate {
  #opened = Promise.resolve()
  open: () => void = () => undefined

  shut(): void {
    this.#opened = new Promise((resolve) => (this.open = resolve))
  }
  pass = (): Promise<void> => this.#opened
}

describe('while commerce hangs', () => {
  let engines: Engines
  let gate: Gate
  let server: Awaited<ReturnType<typeof serveCommerce>>

  beforeEach(async () => {
    engines = await createEngines({ timings: { ...quickTimings, promptMs: 2_500 } })
    gate = new Gate()
    server = await serveCommerce(engines.commerce, gate.pass)
  })
  afterEach(async () => {
    gate.open()
    await engines.close()
    await server.close()
  })

  const pod = () => {
    const by = { identity: testIdentity('game-engine'), metrics: createMetrics('engine') }
    return engines.pod({ commerce: createCommerceClient({ address: server.address, ...by }) })
  }
  /** Its calls of commerce never come back while the gate is shut: not even a deadline helps. */
  const patient = async (): Promise<Pod> => {
    const engine = await engines.pod()
    engine.outside.about = () => true
    engine.outside.around = async (name, step) => {
      if (name === 'hold' || name === 'settle') await gate.pass()
      return step()
    }
    return engine
  }
  const begin = async (on: Pod) => {
    const battle = await newBattle(engines, on)
    equip(engines, battle.one.id, 1)
    return battle
  }
  /** How late the update of the second prompt was, after the end of the first show; milliseconds. */
  const lateness = async (roomId: string): Promise<number> => {
    const { value } = await engines.watch.until(roomId, 'showGif')
    await engines.watch.until(roomId, 'promptGif', 2)
    const update = engines.watch.of(roomId).find(({ round }) => round === 2)
    return (engines.watch.heardAt.get(`${roomId}:${update?.seq}`) ?? Infinity) - value.deadlineMs
  }

  test('a Wild Card is answered in time, frees its pick and delays no other player', async () => {
    const engine = await pod()
    gate.shut()
    const { roomId, one, other } = await begin(engine)
    const began = performance.now()
    const hanging = one.playWildCard(engine, roomId, OWN.gifUrl)
    await other.pick(engine, roomId, 1)
    expect(performance.now() - began).toBeLessThan(1_000)
    await expect(hanging).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    expect(performance.now() - began).toBeLessThan(3_000)
    await one.pick(engine, roomId, 2)
    expect(await other.view(engine, roomId)).toMatchObject({ phase: Phase.SHOW, receivedWildCard: false })
    gate.open()
    // The hold that hung is carried out late or refused, and given back either way.
    await eventually(() => {
      expect(engines.commerce.settled).toMatchObject([{ outcome: 'release' }])
      expect(engines.commerce.held(one.id)).toBe(0)
      expect(engines.commerce.available(one.id)).toBe(1)
    }, 10_000)
  })

  test('phases end in time, and holds are settled once commerce is back', async () => {
    const [engine, dying] = [await patient(), await patient()]
    const battles = await Promise.all(Array.from({ length: BATTLES }, () => begin(engine)))
    // Half of them have their item held before, the others ask for it in vain.
    const early = battles.slice(0, BATTLES / 2)
    const late = battles.slice(BATTLES / 2)
    await Promise.all(early.map(({ roomId, one }) => one.playWildCard(engine, roomId, OWN.gifUrl)))
    gate.shut()
    const rejectedCalls = late.map(({ roomId, one }) =>
      one.playWildCard(engine, roomId, OWN.gifUrl).catch(() => undefined),
    )
    const delays = await Promise.all(battles.map(({ roomId }) => lateness(roomId)))
    expect(Math.max(...delays)).toBeLessThan(1_000)

    // News that a pod leaves behind are found in the middle of all that waits.
    const { roomId, other } = await begin(dying)
    dying.line.beforePublish = dying.kill
    await other.finish(dying, roomId)
    await engines.watch.until(roomId, 'endGame')

    gate.open()
    await Promise.all(rejectedCalls)
    await eventually(() => {
      for (const { one } of battles) expect(engines.commerce.held(one.id)).toBe(0)
      for (const { one } of early) expect(engines.commerce.spent(one.id)).toBe(1)
      for (const { one } of late) expect(engines.commerce.available(one.id)).toBe(1)
    }, 20_000)
  }, 60_000)
})
