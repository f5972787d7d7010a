import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, type Pod, quickTimings } from '../support/engine.js'

const BATTLES = 200
const ROUND = 'playDrum promptGif gifOptions gifOptions playDrum showGif receiveGif receiveGif'
const BATTLE = `readyChanged( ${ROUND})*( playDrum promptGif gifOptions gifOptions)? endGame (winnerConfirmed|noUnanimousWinner)`
/** What a room may sound like, from the first ready-up to waiting after the rematch. */
const WHOLE = new RegExp(`^${BATTLE} (readyChanged )?${BATTLE} readyChanged$`)

let engines: Engines
let pods: Pod[]

beforeAll(async () => {
  // Nothing here depends on what is done within a phase: what comes late is refused, and that is fine.
  const timings = { ...quickTimings, promptMs: 400, showMs: 300, voteMs: 400, resultMs: 300 }
  engines = await createEngines({ timings })
  pods = await Promise.all([engines.pod(), engines.pod(), engines.pod()])
})
afterAll(() => engines.close())

let turn = 0
const anyPod = (): Pod => pods[turn++ % pods.length] as Pod
/** Repeats a command that an overloaded process did not answer, as pages do; one that comes late is refused. */
const unlessLate = async (call: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await call()
      return
    } catch (error) {
      const { code } = KlaError.from(error)
      if (code === 'failed_precondition') return
      if (code !== 'unavailable') throw error
    }
  }
}

/**
 * Two rounds with or without picks, then a finish and votes: every fourth room leaves it all to time. Then a rematch: half
 * of the rooms begin it out of the result, if they are in time.
 */
async function play(number: number): Promise<string> {
  const [one, other] = [engines.player(number * 2 + 1), engines.player(number * 2 + 2)]
  const roomId = engines.rooms.open([one.id, other.id], number % 2 ? 'rush' : 'stamina')
  const idle = number % 4 === 0
  for (const battle of [0, 1]) {
    await Promise.all([one, other].map((player) => unlessLate(() => player.ready(anyPod(), roomId))))
    for (const round of [1, 2]) {
      await engines.watch.until(roomId, 'promptGif', 2 * battle + round)
      if (!idle) await Promise.all([one, other].map((player) => unlessLate(() => player.pick(anyPod(), roomId, round))))
      await engines.watch.until(roomId, 'showGif', 2 * battle + round)
    }
    await unlessLate(() => one.finish(anyPod(), roomId))
    if (!idle) await Promise.all([one, other].map((player) => unlessLate(() => player.vote(anyPod(), roomId, one.id))))
    await engines.watch.until(roomId, 'endGame', battle + 1)
    await eventually(() => expect(engines.watch.names(roomId).filter(isOutcome)).toHaveLength(battle + 1), 15_000)
    if (number % 3 > 0) await isWaiting(roomId)
  }
  await isWaiting(roomId)
  return roomId
}

const isOutcome = (name: string): boolean => name === 'winnerConfirmed' || name === 'noUnanimousWinner'

/** Waits until the last thing that a room has heard is that it waits. */
const isWaiting = (roomId: string) =>
  eventually(() => expect(engines.watch.of(roomId).at(-1)?.phase).toBe(Phase.WAITING), 15_000)

test('200 concurrent rematches over three processes lose and duplicate nothing', async () => {
  const rooms = await Promise.all(Array.from({ length: BATTLES }, (_, number) => play(number)))
  for (const roomId of rooms) expect(engines.watch.names(roomId).join(' ')).toMatch(WHOLE)
  await eventually(() => {
    for (const roomId of rooms) expect(engines.watch.finished.get(roomId)).toHaveLength(2)
  }, 30_000)
  const { rows } = await engines.database.query('SELECT count(*)::int AS battles FROM battles')
  expect(rows).toEqual([{ battles: 2 * BATTLES }])
}, 150_000)
