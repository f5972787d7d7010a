import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { EndReason, Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, type Pod } from '../support/engine.js'

describe('a battle', () => {
  let engines: Engines
  let one: Pod
  let other: Pod

  beforeAll(async () => {
    engines = await createEngines()
    one = await engines.pod()
    other = await engines.pod()
  })
  afterAll(() => engines.close())

  const ready = (roomId: string, accountId: number, pod: Pod = one) => engines.player(accountId).ready(pod, roomId)
  const pick = (roomId: string, accountId: number, index: number, pod: Pod = one) =>
    engines.player(accountId).pick(pod, roomId, index)
  const finish = (roomId: string, accountId: number, pod: Pod = one) => engines.player(accountId).finish(pod, roomId)
  const vote = (roomId: string, accountId: number, winnerId: number, pod: Pod = one) =>
    engines.player(accountId).vote(pod, roomId, winnerId)
  const view = (roomId: string, accountId: number, pod: Pod = one) => engines.player(accountId).view(pod, roomId)

  for (const mode of ['rush', 'stamina'] as const) {
    test(`of ${mode} goes from ready to a winner and back to waiting`, async () => {
      const roomId = engines.rooms.open([11, 12], mode)
      await ready(roomId, 11)
      expect(await view(roomId, 12, other)).toMatchObject({ phase: Phase.WAITING, ready: [11], updateSeq: 1 })
      await ready(roomId, 12, other)

      for (const round of [1, 2]) {
        await engines.watch.until(roomId, 'promptGif', round)
        await pick(roomId, 11, 1, other)
        await pick(roomId, 12, 2)
        await engines.watch.until(roomId, 'showGif', round)
      }
      await finish(roomId, 11, other)
      expect(await view(roomId, 12)).toMatchObject({ phase: Phase.VOTE, finishedBy: 11, round: 2 })
      await vote(roomId, 11, 12)
      await vote(roomId, 12, 12, other)
      expect((await engines.watch.until(roomId, 'winnerConfirmed')).value).toMatchObject({ winnerId: 12 })
      await engines.watch.until(roomId, 'readyChanged', 2)
      expect(await view(roomId, 11)).toMatchObject({ phase: Phase.WAITING, ready: [] })

      const round = ['playDrum', 'promptGif', 'gifOptions', 'gifOptions']
      const show = ['playDrum', 'showGif', 'receiveGif', 'receiveGif']
      expect(engines.watch.names(roomId)).toEqual([
        'readyChanged',
        ...[...round, ...show, ...round, ...show],
        'endGame',
        'winnerConfirmed',
        'readyChanged',
      ])
      await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(1))
      expect(engines.watch.finished.get(roomId)?.[0]).toMatchObject({
        mode,
        players: [11, 12],
        rounds: 2,
        reason: EndReason.FINISHED,
        finishedBy: 11,
        winnerId: 12,
        counted: true,
      })
      const battleId = engines.watch.finished.get(roomId)?.[0]?.battleId ?? ''
      expect(engines.watch.started.get(roomId)?.get(battleId)).toMatchObject({ roomId, mode, players: [11, 12] })
    })
  }

  test("shows each player the opponent's pick, and picks for a player who did not", async () => {
    const roomId = engines.rooms.open([21, 22])
    await ready(roomId, 21)
    await ready(roomId, 22)
    const options = (await view(roomId, 21)).options
    expect(options).toHaveLength(4)
    await pick(roomId, 21, 3)
    expect(await view(roomId, 21)).toMatchObject({ picked: 3 })
    expect(await view(roomId, 22)).toMatchObject({ picked: 0, receivedGif: '' })
    await expect(pick(roomId, 21, 2, other)).rejects.toMatchObject({ reason: 'ALREADY_PICKED' })
    await engines.watch.until(roomId, 'showGif')
    expect((await view(roomId, 22)).receivedGif).toBe(options[2]?.gifUrl)
    expect((await view(roomId, 21)).receivedGif).not.toBe('')
    await finish(roomId, 22)
    await engines.watch.until(roomId, 'noUnanimousWinner')
  })

  test('ends immediately when a player leaves, and the seat can be taken for a rematch', async () => {
    const roomId = engines.rooms.open([31, 32])
    await ready(roomId, 31)
    await ready(roomId, 32)
    await engines.rooms.leave(roomId, 32)
    await engines.watch.until(roomId, 'noUnanimousWinner')
    await engines.rooms.sit(roomId, 33, 5)
    await expect(pick(roomId, 33, 1)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(ready(roomId, 32)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(view(roomId, 32)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    expect(await view(roomId, 33)).toMatchObject({ phase: Phase.RESULT, options: [] })
    await ready(roomId, 31)
    await ready(roomId, 33)
    await engines.watch.until(roomId, 'promptGif', 2)
    await finish(roomId, 31)
    await vote(roomId, 31, 0)
    await vote(roomId, 33, 31)
    await engines.watch.until(roomId, 'noUnanimousWinner', 2)
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(2))
    expect(engines.watch.finished.get(roomId)?.[0]).toMatchObject({ reason: EndReason.LEFT, winnerId: 0 })
  })

  test('is recorded with its players and counted for them', async () => {
    const roomId = engines.rooms.open([41, 42])
    await ready(roomId, 41)
    await ready(roomId, 42)
    await finish(roomId, 41)
    await vote(roomId, 42, 42)
    await vote(roomId, 41, 42)
    await eventually(() => expect(engines.watch.finished.get(roomId)).toHaveLength(1))
    const battles = await engines.database.query('SELECT * FROM battles WHERE room_id = $1', [roomId])
    expect(battles.rows).toMatchObject([{ mode: 'rush', reason: 'finished', finished_by: 41, winner_id: 42 }])
    const standings = await engines.database.query(
      `SELECT account_id, games_played, games_won FROM standings
       WHERE account_id IN (41, 42) AND season = 'all' ORDER BY 1`,
    )
    expect(standings.rows).toEqual([
      { account_id: 41, games_played: 1, games_won: 0 },
      { account_id: 42, games_played: 1, games_won: 1 },
    ])
  })

  test('runs a command once, whichever process a repeat reaches', async () => {
    const roomId = engines.rooms.open([51, 52])
    const commandId = newId()
    const first = { commandId, roomId }
    await one.client.readyUp(first, await engines.as(51))
    await expect(other.client.readyUp(first, await engines.as(51))).resolves.toEqual({})
    await expect(ready(roomId, 51, other)).rejects.toMatchObject({ reason: 'ALREADY_READY' })
    await ready(roomId, 52)

    const choice = { commandId: newId(), roomId, index: 1, round: 0 }
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, at) =>
        (at % 2 ? one : other).client.chooseGif(choice, await engines.as(51)),
      ),
    )
    expect(answers).toHaveLength(10)
    const late = { commandId: newId(), roomId, winnerId: 51 }
    await expect(one.client.declareWinner(late, await engines.as(51))).rejects.toMatchObject({ reason: 'NOT_VOTING' })
    await finish(roomId, 51)
    await expect(other.client.declareWinner(late, await engines.as(51))).rejects.toMatchObject({
      reason: 'NOT_VOTING',
    })
    await vote(roomId, 51, 51)
    await vote(roomId, 52, 51)
    await engines.watch.until(roomId, 'winnerConfirmed')
  })

  test('takes one id for commands of different kinds', async () => {
    const roomId = engines.rooms.open([55, 56])
    const commandId = newId()
    await one.client.readyUp({ commandId, roomId }, await engines.as(55))
    await ready(roomId, 56)
    await one.client.chooseGif({ commandId, roomId, index: 2, round: 0 }, await engines.as(55))
    expect((await view(roomId, 55)).picked).toBe(2)
  })

  test('uses the rotation that another process has seen when it cannot be listed', async () => {
    engines.library.rotationDown = true
    const late = await engines.pod()
    const roomId = engines.rooms.open([61, 62])
    await ready(roomId, 61, late)
    await ready(roomId, 62, late)
    expect((await view(roomId, 61, late)).options).toHaveLength(4)
    engines.library.rotationDown = false
    await engines.rooms.leave(roomId, 61)
    await engines.watch.until(roomId, 'noUnanimousWinner')
  })

  test('rejects strangers', async () => {
    const roomId = engines.rooms.open([71, 72])
    await expect(view(roomId, 99)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(ready(roomId, 99)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(ready(newId(), 71)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await expect(one.client.readyUp({ commandId: '', roomId })).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    expect(await view(roomId, 71)).toMatchObject({ phase: Phase.WAITING, updateSeq: 0, battleId: '' })
  })

  test('is announced to rooms before it may begin, but not by a view', async () => {
    const roomId = engines.rooms.open([81, 82])
    await view(roomId, 81)
    await ready(roomId, 81)
    const asked = engines.rooms.asked.filter((one) => one.startsWith(roomId))
    expect(asked).toEqual([`${roomId} getRoom`, `${roomId} reserveForPlay`])
  })
})
