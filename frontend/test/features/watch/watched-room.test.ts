import { describe, expect, test } from '@jest/globals'
import {
  clipFor,
  isVeiled,
  roomFromState,
  roomUpdates,
  type WatchedRoom,
} from '../../../src/features/watch/watched-room.js'
import { both, ME as MAYA, NOW, OTHER as JONAS, player, roomStateData } from '../room/room-state-data.js'

const timing = (durationMs: number) => ({ deadline: NOW + durationMs, durationMs })
const told = (change = {}): WatchedRoom => roomFromState(null, roomStateData({ watching: true, ...change }), NOW)
const clip = (round: number, playerId?: number) => ({
  round,
  gifUrl: `g${round}`,
  wildCard: false,
  ...(playerId && { playerId }),
})

describe('shown clips', () => {
  const inRound = (room: WatchedRoom, round: number) =>
    roomUpdates['show-gif'](roomUpdates['prompt-gif'](room, { round, ...timing(10_000) }), { round, ...timing(40_000) })

  test('are kept per player', () => {
    let room = inRound(told(), 1)
    room = roomUpdates['receive-gif'](room, clip(1, MAYA))
    expect(clipFor(room, MAYA)?.gifUrl).toBe('g1')
    expect(clipFor(room, JONAS)).toBeNull()
    room = roomUpdates['receive-gif'](room, { ...clip(1, JONAS), gifUrl: 'other' })
    expect([clipFor(room, MAYA)?.gifUrl, clipFor(room, JONAS)?.gifUrl]).toEqual(['g1', 'other'])
  })

  test('end with the round, and are ignored for unknown players', () => {
    let room = roomUpdates['receive-gif'](inRound(told(), 1), clip(1, MAYA))
    room = roomUpdates['receive-gif'](inRound(room, 2), clip(2))
    expect(clipFor(room, MAYA)).toBeNull()
    expect(clipFor(room, null)).toBeNull()
  })

  test('survive a repeated room state', () => {
    const shown = roomUpdates['receive-gif'](inRound(told(), 1), clip(1, MAYA))
    const again = roomFromState(shown, roomStateData({ phase: 'show', round: 1 }), NOW)
    expect(clipFor(again, MAYA)?.gifUrl).toBe('g1')
  })
})

test('counts votes and readiness', () => {
  expect(told({ ready: [MAYA] }).ready).toBe(1)
  expect(told({ phase: 'vote', voted: [MAYA, JONAS] }).voted).toBe(2)
})

test('ends a battle with its winner, and begins the next without one', () => {
  let room = roomUpdates['end-game'](told(), { ...timing(300_000), reason: 'finished', finishedBy: MAYA })
  room = roomUpdates['winner-confirmed'](room, { winnerId: MAYA, ...timing(30_000) })
  expect(room).toMatchObject({ phase: 'result', winnerId: MAYA, finishedBy: MAYA })
  expect(roomUpdates['prompt-gif'](room, { round: 1, ...timing(10_000) })).toMatchObject({
    winnerId: null,
    finishedBy: null,
  })
})

test('shows a pause of the phase until it is resumed, and ignores one of another round', () => {
  const prompt = roomUpdates['prompt-gif'](told(), { round: 2, deadline: Date.now() + 60_000, durationMs: 60_000 })
  const pause = { round: 2, remainingMs: 6_000, until: Date.now() + 20_000 }
  const paused = roomUpdates['phase-paused'](prompt, pause)
  expect(paused.paused).toEqual({ remainingMs: 6_000, until: pause.until })
  expect(roomUpdates['phase-resumed'](paused, { round: 2, ...timing(6_000) })).toMatchObject({
    paused: null,
    ...timing(6_000),
  })
  expect(roomUpdates['phase-paused'](prompt, { ...pause, round: 1 })).toBe(prompt)
})

test('keeps every player in their corner', () => {
  const room = told()
  expect(room.corners).toEqual([MAYA, JONAS])
  const alone = roomUpdates['room-user-list'](room, { players: [both[1]!], judges: [] })
  expect(alone.corners).toEqual([null, JONAS])
  const again = roomUpdates['room-user-list'](alone, { players: [both[1]!, player(33, 'Ada')], judges: [] })
  expect(again.corners).toEqual([33, JONAS])
})

test('applies watchers and chat as they arrive', () => {
  const judge = { socketId: 'j', name: 'Kim', judge: true }
  const room = roomUpdates.watchers(told(), { watchers: [judge], spectatorConsents: [] })
  expect(room.watchers).toEqual([judge])
  expect(roomUpdates['receive-message'](room, { username: 'Maya', message: 'hi' }).lines).toMatchObject([
    { text: 'hi' },
  ])
})

test('is veiled until the reveal is open', () => {
  expect(isVeiled(told())).toBe(false)
  const room = told({ reveal: { epoch: 1, ready: [], open: false } })
  expect(isVeiled(room)).toBe(true)
  expect(isVeiled(roomUpdates['reveal-state'](room, { epoch: 1, ready: [MAYA, JONAS], open: true }))).toBe(false)
})
