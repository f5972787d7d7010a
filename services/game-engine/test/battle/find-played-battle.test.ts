import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { EndReason, Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, patientTimings, type Pod } from '../support/engine.js'
import { newBattle } from '../support/room.js'

describe('FindPlayedBattle', () => {
  let engines: Engines
  let pod: Pod

  beforeAll(async () => {
    engines = await createEngines({ timings: { ...patientTimings, resultMs: 300 } })
    pod = await engines.pod()
  })
  afterAll(() => engines.close())

  /** Until only PostgreSQL knows the battle. */
  const isOver = async (roomId: string, times = 1): Promise<string> => {
    await engines.watch.until(roomId, 'readyChanged', 2 * times)
    return eventually(() => {
      const event = engines.watch.finished.get(roomId)?.[times - 1]
      if (!event) throw new Error('the outcome is not recorded yet')
      return event.battleId
    })
  }

  test('returns the phase and the shown GIF to a player', async () => {
    const { roomId, one, other } = await newBattle(engines, pod)
    const prompted = await one.played(pod, roomId)
    const players = [one.id, other.id]
    expect(prompted).toMatchObject({
      phase: Phase.PROMPT,
      round: 1,
      receivedGif: '',
      endReason: EndReason.UNSPECIFIED,
      players,
    })
    const { options } = await other.view(pod, roomId)
    const { options: picked } = await one.view(pod, roomId)
    await other.pick(pod, roomId, 2)
    await one.pick(pod, roomId, 1)
    const { battleId } = prompted
    const shown = { battleId, phase: Phase.SHOW, round: 1, receivedGif: options[1]?.gifUrl }
    expect(await one.played(pod, roomId)).toMatchObject(shown)
    expect((await other.played(pod, roomId)).receivedGif).toBe(picked[0]?.gifUrl)
  })

  test('returns a finished battle, even to a player who has left the room', async () => {
    const { roomId, one, other } = await newBattle(engines, pod)
    await engines.rooms.leave(roomId, other.id)
    await engines.watch.until(roomId, 'noUnanimousWinner')
    expect(await other.played(pod, roomId)).toMatchObject({ phase: Phase.RESULT, endReason: EndReason.LEFT })
    const battleId = await isOver(roomId)
    for (const player of [one, other]) {
      expect(await player.played(pod, roomId)).toEqual({
        battleId,
        phase: Phase.RESULT,
        round: 1,
        receivedGif: '',
        endReason: EndReason.LEFT,
        players: [one.id, other.id],
      })
    }
    await engines.rooms.leave(roomId, one.id)
    expect(await one.played(pod, roomId)).toMatchObject({ battleId })
  })

  test("returns the caller's last battle in the room, not that of its next guests", async () => {
    const { roomId, one, other } = await newBattle(engines, pod)
    await engines.rooms.leave(roomId, other.id)
    const first = await isOver(roomId)
    const next = engines.player(900_001)
    await engines.rooms.sit(roomId, next.id, 5)
    await one.ready(pod, roomId)
    await next.ready(pod, roomId)
    const { battleId } = await next.played(pod, roomId)
    expect(battleId).not.toBe(first)
    expect(await one.played(pod, roomId)).toMatchObject({ battleId, phase: Phase.PROMPT })
    expect(await other.played(pod, roomId)).toMatchObject({ battleId: first, phase: Phase.RESULT })
    await engines.rooms.leave(roomId, next.id)
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(2))
    await eventually(async () => expect(await one.view(pod, roomId)).toMatchObject({ phase: Phase.WAITING }))
    expect(await one.played(pod, roomId)).toMatchObject({ battleId, phase: Phase.RESULT })
    expect(await other.played(pod, roomId)).toMatchObject({ battleId: first })
  })

  test('returns the rematch once it has begun, and keeps both battles', async () => {
    const { roomId, one, other } = await newBattle(engines, pod)
    const first = await one.played(pod, roomId)
    await one.finish(pod, roomId)
    await Promise.all([one, other].map((player) => player.vote(pod, roomId, one.id)))
    await Promise.all([one, other].map((player) => player.ready(pod, roomId)))
    const rematch = await one.played(pod, roomId)
    expect(rematch).toMatchObject({ phase: Phase.PROMPT, round: 1, players: first.players })
    expect(rematch.battleId).not.toBe(first.battleId)
    await engines.rooms.leave(roomId, other.id)
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(2))
    expect(engines.watch.finished.get(roomId)).toMatchObject([
      { battleId: first.battleId, winnerId: one.id },
      { battleId: rematch.battleId, winnerId: 0 },
    ])
    expect(engines.watch.started.get(roomId)?.size).toBe(2)
    expect(await other.played(pod, roomId)).toMatchObject({ battleId: rematch.battleId, endReason: EndReason.LEFT })
  })

  test('answers a banned player', async () => {
    const { roomId, one } = await newBattle(engines, pod)
    const banned = await engines.asBanned(one.id)
    await expect(pod.client.getBattle({ roomId }, banned)).rejects.toMatchObject({ reason: 'BANNED' })
    expect(await pod.client.findPlayedBattle({ roomId }, banned)).toMatchObject({ phase: Phase.PROMPT })
  })

  test('returns no battle to strangers or for unknown rooms', async () => {
    const { roomId } = await newBattle(engines, pod)
    await expect(engines.player(900_002).played(pod, roomId)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await expect(engines.player(900_002).played(pod, newId())).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await expect(engines.player(900_002).played(pod, '')).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })
})
