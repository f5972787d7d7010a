import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type BattleEvent, EndReason, NoWinner, Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { type TwoPlayers, twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service
let room: TwoPlayers

beforeEach(async () => {
  world = await createWorld()
  gateway = await world.gateway({ tickMs: 50 })
  room = await twoPlayers(world, [gateway, gateway])
})
afterEach(() => world.stop())

const prompt = (round: number): BattleEvent['event'] => ({
  $case: 'promptGif',
  value: { round, deadlineMs: 5_000, durationMs: 10_000 },
})

test('a pick carries its round to the engine, or 0 if the client sends none', async () => {
  const { roomId, ada } = room
  expect(await ada.ask('gif-choice', { roomId, index: 2, round: 3 })).toEqual({ success: true })
  expect(await ada.ask('gif-choice', { roomId, index: 2 })).toEqual({ success: true })
  expect(world.engine.effects).toEqual(['chooseGif 2 of 3 1', 'chooseGif 2 of 0 1'])
})

test('a command carries the current battle to the engine, and none while the room waits', async () => {
  const { roomId, ada, bob } = room
  const spoken = async (...asking: Promise<unknown>[]): Promise<unknown> => {
    await Promise.all(asking)
    return world.engine.battles.splice(0)
  }
  expect(await spoken(ada.ask('gif-choice', { roomId, index: 1 }))).toEqual([undefined])
  const begins = async (phase: Phase, event: BattleEvent['event']): Promise<void> => {
    world.engine.happen(roomId, [{ event }], { phase, round: 1, battleId: 'b' })()
    await ada.event(event?.$case === 'endGame' ? 'end-game' : 'prompt-gif')
  }
  await begins(Phase.PROMPT, prompt(1))
  const choice = { roomId, gifUrl: 'https://clips.example/1.mp4' }
  expect(await spoken(ada.ask('gif-choice', { roomId, index: 1 }), bob.ask('wild-card-choice', choice))).toEqual([
    'b',
    'b',
  ])
  expect(await spoken(ada.ask('save-gif-choice', { roomId, index: 1 }))).toEqual(['b'])
  expect(await spoken(ada.ask('user-finishes', { roomId }))).toEqual(['b'])
  const timing = { deadlineMs: 5_000, durationMs: 10_000 }
  await begins(Phase.VOTE, { $case: 'endGame', value: { ...timing, reason: EndReason.FINISHED, finishedBy: 1 } })
  expect(await spoken(ada.ask('declare-winner', { roomId, winnerId: null }))).toEqual(['b'])
})

describe('battle updates', () => {
  test('reach each player with its own events only', async () => {
    const { roomId, ada, bob } = room
    const option = (gifUrl: string) => ({ index: 1, gifUrl, thumbnail: 't' })
    const deadlineMs = Date.now() + 10_000
    world.engine.happen(
      roomId,
      [
        { event: { $case: 'promptGif', value: { round: 1, deadlineMs, durationMs: 10_000 } } },
        { event: { $case: 'playDrum', value: { phase: 'prompt', intervalMs: 500 } } },
        { recipient: 1, event: { $case: 'gifOptions', value: { round: 1, options: [option('for ada')] } } },
        { recipient: 2, event: { $case: 'gifOptions', value: { round: 1, options: [option('for bob')] } } },
      ],
      { phase: Phase.PROMPT, round: 1, deadlineMs, durationMs: 10_000 },
    )()
    expect(await ada.event('gif-options')).toEqual({ round: 1, options: [option('for ada')] })
    expect(await bob.event('gif-options')).toEqual({ round: 1, options: [option('for bob')] })
    expect(await ada.event('prompt-gif')).toEqual({ round: 1, deadline: deadlineMs, durationMs: 10_000 })
    expect(await ada.event('play-drum')).toEqual({ phase: 'prompt', intervalMs: 500 })
    expect(ada.all('gif-options')).toHaveLength(1)
    const tick = await ada.event('game-tick')
    expect(tick).toMatchObject({ phase: 'prompt', round: 1 })
    expect(tick.remainingMs).toBe(deadlineMs - tick.serverTime)
  })

  test('have the names and shapes of the protocol', async () => {
    const { roomId, ada } = room
    const timing = { deadlineMs: 9, durationMs: 3 }
    world.engine.happen(roomId, [
      { event: { $case: 'showGif', value: { round: 2, ...timing } } },
      { recipient: 1, event: { $case: 'receiveGif', value: { round: 2, gifUrl: 'g', wildCard: true } } },
      { event: { $case: 'endGame', value: { ...timing, reason: EndReason.TIME_CAP, finishedBy: 0 } } },
      { event: { $case: 'endGame', value: { ...timing, reason: EndReason.FINISHED, finishedBy: 2 } } },
      { event: { $case: 'winnerConfirmed', value: { winnerId: 2, ...timing } } },
      { event: { $case: 'noUnanimousWinner', value: { ...timing, why: undefined } } },
      { event: { $case: 'noUnanimousWinner', value: { ...timing, why: NoWinner.MISSING_VOTE } } },
    ])()
    const seen = { deadline: 9, durationMs: 3 }
    await ada.event('no-unanimous-winner', 2)
    expect(ada.all('no-unanimous-winner')).toEqual([
      { ...seen, why: 'split' },
      { ...seen, why: 'missing-vote' },
    ])
    expect(await ada.event('show-gif')).toEqual({ round: 2, ...seen })
    expect(await ada.event('receive-gif')).toEqual({ round: 2, gifUrl: 'g', wildCard: true })
    expect(ada.all('end-game')).toEqual([
      { ...seen, reason: 'time-cap', finishedBy: null },
      { ...seen, reason: 'finished', finishedBy: 2 },
    ])
    expect(await ada.event('winner-confirmed')).toEqual({ winnerId: 2, ...seen })
  })

  test('are delivered once and in order when duplicated or reordered', async () => {
    const { roomId, ada } = room
    const tell = [1, 2, 3, 4].map((round) => world.engine.happen(roomId, [{ event: prompt(round) }]))
    for (const index of [1, 0, 0, 3, 1, 2, 3]) tell[index]?.()
    await ada.event('prompt-gif', 4)
    world.engine.happen(roomId, [{ event: prompt(5) }])()
    await ada.event('prompt-gif', 5)
    expect(ada.all('prompt-gif').map(({ round }) => round)).toEqual([1, 2, 3, 4, 5])
    expect(ada.all('room-state')).toEqual([])
  })

  test('that are lost are covered by a room-state and a skipped number', async () => {
    const { roomId, ada, bob } = room
    world.engine.happen(roomId, [{ event: prompt(1) }], { phase: Phase.PROMPT, round: 1 })
    world.engine.happen(roomId, [{ event: prompt(2) }], { phase: Phase.PROMPT, round: 2 })()
    const before = ada.seqs().at(-1) as number
    expect(await ada.event('room-state')).toMatchObject({ phase: 'prompt', round: 2, seq: before + 1 })
    await bob.event('room-state')
    world.engine.happen(roomId, [{ event: prompt(3) }], { round: 3 })()
    await ada.event('prompt-gif')
    expect(ada.all('prompt-gif').map(({ round }) => round)).toEqual([3])
    expect(ada.seqs().at(-1)).toBe(before + 2)
  })

  test('that are lost at the end are detected by an overdue phase', async () => {
    const { roomId, ada } = room
    world.engine.happen(roomId, [{ event: prompt(1) }], {
      phase: Phase.PROMPT,
      round: 1,
      deadlineMs: Date.now() - 1_900,
    })()
    await ada.event('prompt-gif')
    world.engine.happen(roomId, [], { phase: Phase.SHOW, deadlineMs: Date.now() + 60_000 })
    expect(await ada.event('room-state')).toMatchObject({ phase: 'show', round: 1 })
  })

  test('wait for an engine that does not answer', async () => {
    const { roomId } = room
    const two = await world.gateway()
    world.engine.down = true
    const bob = await world.client(two, 2)
    expect(await bob.ask('sync-room', { roomId })).toMatchObject({ code: 'UNAVAILABLE' })
    world.engine.happen(roomId, [{ event: prompt(1) }], { phase: Phase.PROMPT, round: 1 })()
    await room.ada.event('prompt-gif')
    world.engine.down = false
    expect(await bob.event('room-state')).toMatchObject({ phase: 'prompt', round: 1 })
    expect(bob.all('prompt-gif')).toEqual([])
  })

  test('about readiness send ready-changed, and each player its own room-state', async () => {
    const { roomId, ada, bob } = room
    const waiting: BattleEvent['event'] = { $case: 'readyChanged', value: { ready: [1] } }
    world.engine.happen(roomId, [{ event: waiting }], { ready: [1] })()
    expect(await ada.event('ready-changed')).toEqual({ ready: [1] })
    expect(await ada.event('room-state')).toMatchObject({ phase: 'waiting', ready: [1], deadline: null })
    expect(await bob.event('room-state')).toMatchObject({ ready: [1], seq: bob.seqs().at(-1) })
    // The state follows from the update: many ready-ups must not cause a storm of calls.
    expect(world.engine.calls.get('getBattle')).toBeUndefined()
  })

  test('about readiness for a rematch send ready-changed alone, and keep it for the waiting room', async () => {
    const { roomId, ada, bob } = room
    const ready: BattleEvent['event'] = { $case: 'readyChanged', value: { ready: [1] } }
    const timing = { deadlineMs: 9, durationMs: 3 }
    const result = { phase: Phase.RESULT, round: 1 }
    world.engine.happen(roomId, [{ event: { $case: 'winnerConfirmed', value: { winnerId: 2, ...timing } } }], result)()
    world.engine.happen(roomId, [{ event: ready }], { ...result, ready: [1] })()
    for (const client of [ada, bob]) expect(await client.event('ready-changed')).toEqual({ ready: [1] })
    expect(ada.all('room-state')).toEqual([])
    expect(await ada.ask('sync-room', { roomId })).toMatchObject({ success: true })
    expect(await ada.event('room-state')).toMatchObject({ phase: 'result', ready: [1] })
    world.engine.happen(roomId, [{ event: ready }], { phase: Phase.WAITING, round: 0, ready: [1] })()
    expect(await bob.event('room-state')).toMatchObject({ phase: 'waiting', ready: [1] })
  })

  test('about readiness name a player who returned under another name as room-state does', async () => {
    const { roomId, ada, bob } = room
    const ready: BattleEvent['event'] = { $case: 'readyChanged', value: { ready: [1] } }
    const aliases = [{ accountId: 1, alias: 501 }]
    world.engine.happen(roomId, [{ event: ready }], { phase: Phase.RESULT, round: 1, ready: [1], aliases })()
    for (const client of [ada, bob]) expect(await client.event('ready-changed')).toEqual({ ready: [1] })
    await ada.ask('sync-room', { roomId })
    expect(await ada.event('room-state')).toMatchObject({ ready: [1] })
  })
})

test('a room-state after a battle still names its players', async () => {
  const { roomId, ada, bob } = room
  const dealt = (recipient: number) => ({
    recipient,
    event: { $case: 'gifOptions' as const, value: { round: 1, options: [] } },
  })
  world.engine.happen(roomId, [{ event: prompt(1) }, dealt(1), dealt(2)], { phase: Phase.PROMPT, round: 1 })()
  const over: BattleEvent['event'] = { $case: 'readyChanged', value: { ready: [] } }
  world.engine.happen(roomId, [{ event: over }], { phase: Phase.WAITING, round: 0 })()
  expect(await ada.event('room-state')).toMatchObject({ phase: 'waiting', ready: [], battlePlayers: [1, 2] })

  await bob.ask('leave-room', { roomId })
  const carl = await world.client(gateway, 3)
  await carl.ask('join-room', { roomId, passcode: null, role: 'player' })
  expect(await carl.event('room-state')).toMatchObject({ phase: 'waiting', battlePlayers: [] })
  await eventually(() => ada.all('room-state').at(-1)?.players.length === 2)
  expect(ada.all('room-state').at(-1)).toMatchObject({ battlePlayers: [1, 2] })
})

describe('after Redis lost the last updates of a battle', () => {
  /** Two rounds were sent, and the record is back in the first. */
  async function goBack(deadlineMs = Date.now() + 60_000) {
    const { roomId, ada, bob } = room
    for (const round of [1, 2]) {
      world.engine.happen(roomId, [{ event: prompt(round) }], { phase: Phase.PROMPT, round, deadlineMs })()
    }
    for (const client of [ada, bob]) await client.event('prompt-gif', 2)
    Object.assign(world.engine.view(roomId), { updateSeq: 1, round: 1, deadlineMs: Date.now() + 60_000 })
    return room
  }

  test('sync-room sends the older state to everyone, and the numbers count again', async () => {
    const { roomId, ada, bob } = await goBack()
    expect(await ada.ask('sync-room', { roomId })).toMatchObject({ success: true })
    for (const client of [ada, bob]) expect(await client.event('room-state')).toMatchObject({ round: 1 })
    world.engine.happen(roomId, [{ event: prompt(3) }], { round: 3 })()
    for (const client of [ada, bob]) expect(await client.event('prompt-gif', 3)).toMatchObject({ round: 3 })
  })

  test('an overdue phase shows that', async () => {
    const { ada, bob } = await goBack(Date.now())
    for (const client of [ada, bob]) expect(await client.event('room-state')).toMatchObject({ round: 1 })
  })

  test('a number that is used again is delivered again, with the state', async () => {
    const { roomId, ada, bob } = await goBack()
    world.engine.happen(roomId, [{ event: prompt(3) }], { round: 3 })()
    for (const client of [ada, bob]) {
      expect(await client.event('prompt-gif', 3)).toMatchObject({ round: 3 })
      expect(await client.event('room-state')).toMatchObject({ round: 3 })
    }
  })
})

test.each([
  [NoWinner.LEFT, 'left'],
  [NoWinner.INTERRUPTED, 'interrupted'],
  [NoWinner.MISSING_VOTE, 'missing-vote'],
  [NoWinner.NONE, 'none'],
  [NoWinner.SPLIT, 'split'],
  [undefined, null],
])('a room-state says why a battle has no winner: %p', async (why, name) => {
  const { roomId, ada } = room
  world.engine.happen(roomId, [], { phase: Phase.RESULT, round: 1, noWinner: why })
  await ada.ask('sync-room', { roomId })
  expect(await ada.event('room-state')).toMatchObject({ phase: 'result', noWinner: name })
})

test('a room-state lists the GIFs that its player has received, but not one that follows from an update', async () => {
  const { roomId, ada } = room
  const receivedGifs = [{ gifUrl: 'https://clips.example/1.mp4', thumbnail: 't' }]
  world.engine.happen(roomId, [{ event: prompt(1) }], { phase: Phase.PROMPT, round: 1, receivedGifs })()
  await ada.event('prompt-gif')
  await ada.ask('sync-room', { roomId })
  expect(await ada.event('room-state')).toMatchObject({ phase: 'prompt', receivedGifs })
  const over: BattleEvent['event'] = { $case: 'readyChanged', value: { ready: [] } }
  world.engine.happen(roomId, [{ event: over }], { phase: Phase.WAITING, round: 0 })()
  expect(await ada.event('room-state', 2)).not.toHaveProperty('receivedGifs')
})

test('a room-state is never older than what was sent before it', async () => {
  const { roomId, ada } = room
  world.engine.happen(roomId, [{ event: prompt(1) }], { phase: Phase.PROMPT, round: 1 })()
  await ada.event('prompt-gif')
  const stale = { ...world.engine.view(roomId), round: 0, phase: Phase.WAITING, updateSeq: 0 }
  const { getBattle } = world.engine.client
  let readings = 0
  const slow = await world.gateway(
    {},
    { clients: { engine: { ...world.engine.client, getBattle: async (request, context) => (readings++ === 1 ? stale : getBattle(request, context)) } } }, // oxfmt-ignore
  )
  const again = await world.client(slow, 1)
  await again.ask('sync-room', { roomId })
  await again.ask('sync-room', { roomId })
  expect(again.all('room-state').map(({ round }) => round)).toEqual([1, 1])
  expect(readings).toBe(3)
})
