import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { NotCounted, Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, patientTimings, type Pod } from '../support/engine.js'
import { newBattle } from '../support/room.js'

type Battle = Awaited<ReturnType<typeof newBattle>>

describe('GetResult', () => {
  let engines: Engines
  let pod: Pod

  beforeAll(async () => {
    engines = await createEngines({ timings: { ...patientTimings, resultMs: 1_000 } })
    pod = await engines.pod()
  })
  afterAll(() => engines.close())

  const wins = async ({ one, other, roomId }: Battle): Promise<void> => {
    await one.finish(pod, roomId)
    await Promise.all([one, other].map((player) => player.vote(pod, roomId, one.id)))
  }
  const isRecorded = ({ roomId }: Battle, times = 1) =>
    eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(times))

  test('returns the battle and the score to both players, also after the room waits again', async () => {
    const battle = await newBattle(engines, pod)
    const { one, other, roomId } = battle
    const { battleId } = await one.view(pod, roomId)
    await wins(battle)
    expect(await one.result(pod, roomId)).toMatchObject({ battleId, winnerId: one.id, ownWins: 1, opponentWins: 0 })
    await isRecorded(battle)
    const known = {
      battleId,
      mode: 'rush',
      winnerId: one.id,
      counted: true,
      winCounted: true,
      recorded: true,
      left: false,
    }
    await engines.watch.until(roomId, 'readyChanged', 2)
    expect(await one.result(pod, roomId)).toMatchObject({ ...known, ownWins: 1, opponentWins: 0 })
    expect(await other.result(pod, roomId)).toMatchObject({ ...known, ownWins: 0, opponentWins: 1 })
    await engines.rooms.leave(roomId, other.id)
    expect(await other.result(pod, roomId)).toMatchObject(known)
  })

  test('goes on counting in a rematch, whose result replaces the first only when it is over', async () => {
    const battle = await newBattle(engines, pod)
    const { one, other, roomId } = battle
    await wins(battle)
    await isRecorded(battle)
    const first = await one.result(pod, roomId)
    await Promise.all([one, other].map((player) => player.ready(pod, roomId)))
    expect(await one.view(pod, roomId)).toMatchObject({ phase: Phase.PROMPT })
    expect(await one.result(pod, roomId)).toEqual({ ...first, decidedAtMs: expect.any(Number) })
    await wins(battle)
    const second = await one.result(pod, roomId)
    expect(second.battleId).not.toBe(first.battleId)
    expect(second).toMatchObject({ ownWins: 2, opponentWins: 0 })
    await isRecorded(battle, 2)
    expect(await one.result(pod, roomId)).toMatchObject({ battleId: second.battleId, ownWins: 2, recorded: true })
  })

  test('returns no figures until they are recorded', async () => {
    const battle = await newBattle(engines, pod)
    const { one, roomId } = battle
    await engines.database.query(
      "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'away'; END $$",
    )
    await engines.database.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON battles FOR EACH ROW EXECUTE FUNCTION refuse()',
    )
    await wins(battle)
    const unrecorded = await one.result(pod, roomId)
    await engines.database.query('DROP TRIGGER refuse ON battles')
    expect(unrecorded).toMatchObject({
      winnerId: one.id,
      recorded: false,
      ownWins: 1,
      notCounted: NotCounted.UNSPECIFIED,
    })
    expect(unrecorded.counted).toBeUndefined()
    await isRecorded(battle)
    expect(await one.result(pod, roomId)).toMatchObject({
      battleId: unrecorded.battleId,
      recorded: true,
      counted: true,
    })
  })

  test('returns nothing to strangers, banned players, before the first result, or for unknown rooms', async () => {
    const battle = await newBattle(engines, pod)
    const { one, roomId } = battle
    await expect(one.result(pod, roomId)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await wins(battle)
    const stranger = engines.player(900_003)
    await expect(stranger.result(pod, roomId)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await expect(one.result(pod, newId())).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await expect(one.result(pod, '')).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(pod.client.getResult({ roomId }, await engines.asBanned(one.id))).rejects.toMatchObject({
      reason: 'BANNED',
    })
  })
})
