import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, type Pod, quickTimings } from '../support/engine.js'

const BATTLES = 200
/** What a room may sound like, from the first ready-up to waiting again. */
const ROUND = 'playDrum promptGif gifOptions gifOptions playDrum showGif receiveGif receiveGif'
const WHOLE = new RegExp(
  `^readyChanged( ${ROUND})*( playDrum promptGif gifOptions gifOptions)? endGame (winnerConfirmed|noUnanimousWinner) readyChanged$`,
)

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

/** Two rounds with or without picks, then a finish and votes: every fourth battle leaves it all to time. */
async function play(number: number): Promise<string> {
  const [one, other] = [engines.player(number * 2 + 1), engines.player(number * 2 + 2)]
  const roomId = engines.rooms.open([one.id, other.id], number % 2 ? 'rush' : 'stamina')
  await Promise.all([one, other].map((player) => unlessLate(() => player.ready(anyPod(), roomId))))
  const idle = number % 4 === 0
  for (const round of [1, 2]) {
    await engines.watch.until(roomId, 'promptGif', round)
    if (!idle) await Promise.all([one, other].map((player) => unlessLate(() => player.pick(anyPod(), roomId, round))))
    await engines.watch.until(roomId, 'showGif', round)
  }
  await unlessLate(() => one.finish(anyPod(), roomId))
  if (!idle) await Promise.all([one, other].map((player) => unlessLate(() => player.vote(anyPod(), roomId, one.id))))
  await engines.watch.until(roomId, 'readyChanged', 2)
  return roomId
}

test('200 concurrent battles over three processes lose and duplicate nothing', async () => {
  const rooms = await Promise.all(Array.from({ length: BATTLES }, (_, number) => play(number)))
  for (const roomId of rooms) expect(engines.watch.names(roomId).join(' ')).toMatch(WHOLE)
  await eventually(() => {
    for (const roomId of rooms) expect(engines.watch.finished.get(roomId)).toHaveLength(1)
  }, 30_000)
  const { rows } = await engines.database.query('SELECT count(*)::int AS battles FROM battles')
  expect(rows).toEqual([{ battles: BATTLES }])
}, 90_000)
