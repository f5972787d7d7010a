import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { EndReason, Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, patientTimings, type Pod } from '../support/engine.js'
import { newBattle } from '../support/room.js'

type Battle = Awaited<ReturnType<typeof newBattle>>

describe('the panic exit from a battle', () => {
  let engines: Engines
  let pod: Pod

  beforeAll(async () => {
    engines = await createEngines({ timings: patientTimings })
    pod = await engines.pod({ random: () => 0.4 })
  })
  afterAll(() => engines.close())

  const phases = {
    prompt: async ({ one, roomId }: Battle) => void (await one.pick(pod, roomId, 1)),
    show: async ({ one, other, roomId }: Battle) => {
      await one.pick(pod, roomId, 2)
      await other.pick(pod, roomId, 3)
      await engines.watch.until(roomId, 'showGif')
    },
    vote: async ({ one, other, roomId }: Battle) => {
      await one.finish(pod, roomId)
      await other.vote(pod, roomId, one.id)
    },
  } as const

  /** What differs from room to room, and from moment to moment, in words that do not. */
  const anonymous = (told: unknown, { one, other, roomId }: Battle): string =>
    JSON.stringify(told, (key, value: unknown) => {
      if (key === 'roomId') return value === roomId ? 'room' : 'another room'
      if (key === 'battleId') return 'battle'
      if (key.endsWith('Ms') && key !== 'durationMs') return typeof value === 'number' && value > 0 ? 'a moment' : value
      if (value === one.id) return 'one'
      return value === other.id ? 'other' : value
    })

  const leaves = async (phase: keyof typeof phases, safety: boolean) => {
    const battle = await newBattle(engines, pod)
    await phases[phase](battle)
    await engines.rooms.leave(battle.roomId, battle.one.id, safety)
    await engines.watch.until(battle.roomId, 'noUnanimousWinner')
    const view = await battle.other.view(pod, battle.roomId)
    const watched = await pod.client.watchBattle({ roomId: battle.roomId })
    const results = () => Promise.all([battle.one, battle.other].map((player) => player.result(pod, battle.roomId)))
    const atOnce = await results()
    await eventually(() => expect(engines.watch.finished.get(battle.roomId)).toHaveLength(1))
    const seen = [engines.watch.of(battle.roomId), view, watched, atOnce, await results()]
    return { ...battle, seen: anonymous(seen, battle) }
  }

  test.each(['prompt', 'show', 'vote'] as const)(
    'in the %s looks like leaving to opponent and watchers, and counts for neither player',
    async (phase) => {
      const [gone, fled] = [await leaves(phase, false), await leaves(phase, true)]
      expect(fled.seen).toBe(gone.seen)
      expect(fled.seen).not.toContain('SAFETY')

      const finished = await eventually(() => {
        const [event] = engines.watch.finished.get(fled.roomId) ?? []
        if (!event) throw new Error('the outcome is not published yet')
        return event
      })
      const { id } = fled.one
      expect(finished).toMatchObject({
        reason: EndReason.SAFETY,
        counted: false,
        winnerId: 0,
        finishedBy: 0,
        leftBy: id,
      })
      const { rows } = await engines.database.query(
        'SELECT reason, counted, played, finished_by, winner_id, left_by FROM battles WHERE room_id = $1',
        [fled.roomId],
      )
      expect(rows).toEqual([
        { reason: 'safety', counted: false, played: false, finished_by: null, winner_id: null, left_by: id },
      ])
      const standings = await engines.database.query('SELECT 1 FROM standings WHERE account_id = ANY($1)', [
        [id, fled.other.id],
      ])
      expect(standings.rowCount).toBe(0)
    },
  )

  test('reveals the reason only to moderation, during and after the battle', async () => {
    const { one, other, roomId } = await leaves('show', true)
    for (const player of [one, other]) {
      expect(await player.played(pod, roomId)).toMatchObject({ phase: Phase.RESULT, endReason: EndReason.SAFETY })
    }
    await engines.watch.until(roomId, 'readyChanged', 2)
    await eventually(async () =>
      expect(await one.played(pod, roomId)).toMatchObject({ phase: Phase.RESULT, endReason: EndReason.SAFETY }),
    )
  })
})
