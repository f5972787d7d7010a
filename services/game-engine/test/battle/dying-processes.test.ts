import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createDatabase } from '@kla/chassis'
import { BattleUpdate, REPUBLISHED_WITHIN_MS, subjects } from '@kla/proto'
import { eventually, quietLogger } from '@kla/testkit'
import { EFFECTS_LEAD_MS } from '../../src/battle/store.js'
import { createEngines, type Engines, type Pod } from '../support/engine.js'

/** What a whole battle of one round without a pick or a vote sounds like. */
const PROMPT = ['playDrum', 'promptGif', 'gifOptions', 'gifOptions']
const SHOW = ['playDrum', 'showGif', 'receiveGif', 'receiveGif']

describe('a battle continues', () => {
  let engines: Engines
  let dying: Pod
  let other: Pod

  beforeEach(async () => {
    engines = await createEngines()
    dying = await engines.pod()
    other = await engines.pod()
  })
  afterEach(() => engines.close())

  /** Everything so far has gone through the process that is to die. */
  async function begin(): Promise<string> {
    const roomId = engines.rooms.open([1, 2])
    await engines.player(1).ready(dying, roomId)
    await engines.player(2).ready(dying, roomId)
    return roomId
  }

  test('when its process dies in the prompt', async () => {
    const roomId = await begin()
    const { options } = await engines.player(1).view(dying, roomId)
    await engines.player(1).pick(dying, roomId, 2)
    dying.kill()
    await engines.watch.until(roomId, 'showGif')
    expect((await engines.player(2).view(other, roomId)).receivedGif).toBe(options[1]?.gifUrl)
  })

  test('when its process dies in the show', async () => {
    const roomId = await begin()
    await engines.watch.until(roomId, 'showGif')
    dying.kill()
    await engines.watch.until(roomId, 'promptGif', 2)
  })

  test('when its process dies in the vote, keeping the vote that was cast', async () => {
    const roomId = await begin()
    await engines.player(1).finish(dying, roomId)
    await engines.player(1).vote(dying, roomId, 2)
    dying.kill()
    await engines.player(2).vote(other, roomId, 2)
    expect((await engines.watch.until(roomId, 'winnerConfirmed')).value.winnerId).toBe(2)
  })

  test('when its process dies in the result', async () => {
    const roomId = await begin()
    await engines.player(1).finish(dying, roomId)
    await engines.player(1).vote(dying, roomId, 2)
    await engines.player(2).vote(dying, roomId, 2)
    dying.kill()
    await engines.watch.until(roomId, 'readyChanged', 2)
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(1))
  })

  test('when its process dies before it announces the result, in a rematch that another begins at once', async () => {
    const roomId = await begin()
    await engines.player(1).finish(dying, roomId)
    await engines.player(1).vote(dying, roomId, 2)
    dying.line.beforePublish = dying.kill
    await engines.player(2).vote(dying, roomId, 2)
    for (const accountId of [1, 2]) await engines.player(accountId).ready(other, roomId)
    await engines.watch.until(roomId, 'promptGif', 2)
    expect(engines.watch.names(roomId).filter((name) => name === 'winnerConfirmed')).toHaveLength(1)
    await eventually(() => expect(engines.watch.started.get(roomId)?.size).toBe(2))
    await engines.player(1).finish(other, roomId)
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(2), 15_000)
    expect(
      engines.watch.finished
        .get(roomId)
        ?.map(({ winnerId }) => winnerId)
        .sort(),
    ).toEqual([0, 2])
  })

  test('when its process dies between storing and publishing, without repeats or differences', async () => {
    const roomId = engines.rooms.open([1, 2])
    await engines.player(1).ready(dying, roomId)
    dying.line.beforePublish = dying.kill
    const stored = engines.player(2).ready(dying, roomId)
    await expect(stored).resolves.toEqual({})
    await engines.watch.until(roomId, 'promptGif')
    await engines.watch.until(roomId, 'showGif')
    expect(engines.watch.names(roomId).slice(0, 9)).toEqual(['readyChanged', ...PROMPT, ...SHOW])
    await eventually(() => expect(engines.watch.started.get(roomId)?.size).toBe(1))
  })

  test('when its process dies between storing and publishing, and the next change publishes that first', async () => {
    const roomId = engines.rooms.open([1, 2])
    dying.line.beforePublish = dying.kill
    await engines.player(1).ready(dying, roomId)
    const numbers: number[] = []
    await engines.bus.subscribe(subjects.roomBattle(roomId), ({ data }) => numbers.push(BattleUpdate.decode(data).seq))
    await engines.player(2).ready(other, roomId)
    const storedAt = Date.now()
    await engines.watch.until(roomId, 'promptGif')
    // No sweep has been there: what a dead process has left is anyone's after a second.
    expect(Date.now() - storedAt).toBeLessThan(EFFECTS_LEAD_MS)
    await eventually(() => numbers.length >= 2)
    expect(numbers.slice(0, 2)).toEqual([1, 2])
    // Where no one changes the battle, a sweep comes before gateways leave the number out.
    expect(EFFECTS_LEAD_MS + engines.config.sweepMs).toBeLessThan(REPUBLISHED_WITHIN_MS)
  })

  test('when a process is added, one stops gracefully and the first one dies', async () => {
    const roomId = await begin()
    await engines.watch.until(roomId, 'showGif')
    const added = await engines.pod()
    await other.service.stop()
    dying.kill()
    await engines.watch.until(roomId, 'showGif', 2)
    await engines.player(2).finish(added, roomId)
    await engines.watch.until(roomId, 'noUnanimousWinner')
    await engines.watch.until(roomId, 'readyChanged', 2)
    expect(engines.watch.names(roomId).slice(0, 17)).toEqual(['readyChanged', ...PROMPT, ...SHOW, ...PROMPT, ...SHOW])
  })

  test('while NATS is down, and publishes what happened once it is back', async () => {
    dying.line.cut = true
    other.line.cut = true
    const roomId = await begin()
    await engines.player(1).finish(other, roomId)
    await engines.player(1).vote(dying, roomId, 1)
    await engines.player(2).vote(other, roomId, 1)
    expect(await engines.player(1).view(other, roomId)).toMatchObject({ winnerId: 1 })
    expect(engines.watch.names(roomId)).toEqual([])
    dying.line.cut = false
    other.line.cut = false
    await engines.watch.until(roomId, 'winnerConfirmed')
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(1), 10_000)
  })

  test('while connections to Redis break repeatedly', async () => {
    const roomId = await begin()
    for (const round of [1, 2, 3]) {
      await engines.watch.until(roomId, 'promptGif', round)
      for (const pod of [dying, other]) await engines.breakRedis(pod)
      await engines.player(1).pick(dying, roomId, 1)
      for (const pod of [dying, other]) await engines.breakRedis(pod)
      await engines.player(2).pick(other, roomId, 1)
      await engines.watch.until(roomId, 'showGif', round)
    }
    await engines.player(1).finish(dying, roomId)
    await engines.watch.until(roomId, 'noUnanimousWinner')
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(1))
  })
})

test('outcomes wait for PostgreSQL and are recorded by a process that reaches it', async () => {
  const engines = await createEngines()
  try {
    const database = createDatabase({ url: 'postgres://kla@127.0.0.1:1/none', schema: 'engine', log: quietLogger() })
    const cutOff = await engines.pod({ database })
    const roomId = engines.rooms.open([1, 2])
    await engines.player(1).ready(cutOff, roomId)
    await engines.player(2).ready(cutOff, roomId)
    await engines.player(1).finish(cutOff, roomId)
    await engines.player(1).vote(cutOff, roomId, 2)
    await engines.player(2).vote(cutOff, roomId, 2)
    await engines.watch.until(roomId, 'readyChanged', 2)
    expect((await engines.database.query('SELECT 1 FROM battles')).rowCount).toBe(0)
    await engines.pod()
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(1), 10_000)
    expect((await engines.database.query('SELECT 1 FROM battles')).rowCount).toBe(1)
  } finally {
    await engines.close()
  }
})

test('a process that started without the library deals as soon as a battle needs GIFs', async () => {
  const engines = await createEngines()
  try {
    engines.library.down = true
    await engines.pod()
    engines.library.down = false
    const dying = await engines.pod()
    const roomId = engines.rooms.open([1, 2])
    await engines.player(1).ready(dying, roomId)
    await engines.player(2).ready(dying, roomId)
    dying.kill()
    await engines.watch.until(roomId, 'promptGif', 2)
    const hands = engines.watch
      .events(roomId)
      .flatMap(({ event }) => (event?.$case === 'gifOptions' ? [event.value] : []))
    expect(hands.map(({ options }) => options.length)).toEqual([4, 4, 4, 4])
  } finally {
    await engines.close()
  }
})

test('an update that a living process has only just published does not count as left by it', async () => {
  const engines = await createEngines()
  const [one, other] = [await engines.pod(), await engines.pod()]
  const roomId = engines.rooms.open([1, 2])
  const numbers: number[] = []
  await engines.bus.subscribe(subjects.roomBattle(roomId), ({ data }) => numbers.push(BattleUpdate.decode(data).seq))
  await engines.player(1).ready(one, roomId)
  await engines.player(2).ready(other, roomId)
  await engines.watch.until(roomId, 'promptGif')
  await eventually(() => expect(numbers.filter((seq) => seq === 1)).toHaveLength(2))
  const page = await fetch(`http://127.0.0.1:${other.service.ports.health}/metrics`)
  expect(await page.text()).toMatch(/^kla_engine_republished_total\{.*kind="update".*\} 0$/m)
  await engines.close()
})
