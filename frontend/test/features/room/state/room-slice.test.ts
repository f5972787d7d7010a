import { describe, expect, test } from '@jest/globals'
import type { UnknownAction } from '@reduxjs/toolkit'
import {
  entered,
  exitConfirmed,
  left,
  outside,
  panicExited,
  roomSlice,
  type RoomState,
} from '../../../../src/features/room/state/room-slice.js'
import {
  selectHand,
  selectKeptHand,
  selectRoomId,
  selectShownGif,
  selectTimer,
} from '../../../../src/features/room/state/use-room.js'
import { both, ME, NOW, OTHER, player, roomStateData } from '../room-state-data.js'

const room = roomSlice.actions
const after = (...actions: UnknownAction[]) => actions.reduce<RoomState>(roomSlice.reducer, outside)
const inRoom = entered({ roomId: 'r1', passcode: 'secret' })
const seated = room.roomState({ data: roomStateData(), at: NOW })
const timing = (durationMs: number) => ({ deadline: NOW + durationMs, durationMs })
const options = [1, 2].map((index) => ({ index, gifUrl: `g${index}`, thumbnail: `t${index}` }))
const prompt = (round: number) => room.promptGif({ round, ...timing(10_000) })
const show = (round: number) => room.showGif({ round, ...timing(40_000) })
const end = room.endGame({ ...timing(300_000), reason: 'finished', finishedBy: ME })

describe('entering and leaving', () => {
  test('remembers the room and its passcode', () => {
    const state = after(inRoom)
    expect(selectRoomId({ room: state })).toBe('r1')
    expect(state.passcode).toBe('secret')
  })

  test('clears everything on leaving', () => {
    expect(after(inRoom, seated, prompt(1), left())).toEqual(outside)
  })

  test('ignores the state of another room', () => {
    const stray = room.roomState({ data: roomStateData({ roomId: 'r2', name: 'Other' }), at: NOW })
    expect(after(inRoom, seated, stray).about?.name).toBe('Friday')
  })

  test('follows the reveal of a veiled room alone', () => {
    const reveal = { epoch: 2, ready: [ME], open: false }
    expect(after(inRoom, seated, room.revealState(reveal)).reveal).toBeNull()
    const veiled = room.roomState({ data: roomStateData({ reveal: { epoch: 1, ready: [], open: false } }), at: NOW })
    expect(after(inRoom, veiled, room.revealState(reveal)).reveal).toEqual(reveal)
  })

  test('removes the readiness of a player who leaves', () => {
    const ready = room.roomState({ data: roomStateData({ ready: [ME, OTHER] }), at: NOW })
    const state = after(inRoom, ready, room.roomUserList({ players: [player(ME, 'Maya')], judges: [] }))
    expect(state.ready).toEqual([ME])
  })
})

describe('the other player', () => {
  const met = (id: number, incident: string | null) => room.met({ id, username: `p${id}`, incident })

  test('is remembered with the incident token, also after leaving', () => {
    const alone = room.roomUserList({ players: [player(ME, 'Maya')], judges: [] })
    expect(after(inRoom, seated, met(OTHER, 'token'), alone, seated).met).toEqual({
      id: OTHER,
      username: 'p22',
      incident: 'token',
    })
  })

  test('keeps the token when named without one, and has none for another player', () => {
    expect(after(inRoom, met(OTHER, 'token'), met(OTHER, null)).met?.incident).toBe('token')
    expect(after(inRoom, met(OTHER, 'token'), met(33, null)).met).toEqual({ id: 33, username: 'p33', incident: null })
  })
})

describe('the panic exit', () => {
  const known = room.met({ id: OTHER, username: 'Jonas', incident: 'old' })

  test('leaves the room and keeps the player it was about', () => {
    const state = after(inRoom, seated, known, panicExited(NOW))
    expect(selectRoomId({ room: state })).toBeNull()
    expect(state).toEqual({
      ...outside,
      panicExit: { roomId: 'r1', person: known.payload, confirmed: false, blocked: false, atMs: NOW },
    })
  })

  test('takes the newest token from the answer', () => {
    const state = after(
      inRoom,
      known,
      panicExited(NOW),
      exitConfirmed({ roomId: 'r1', blockedId: OTHER, incident: 'new' }),
    )
    expect(state.panicExit).toEqual({
      roomId: 'r1',
      person: { ...known.payload, incident: 'new' },
      confirmed: true,
      blocked: true,
      atMs: NOW,
    })
  })

  test('is about the player the server has blocked when this browser had seen no one', () => {
    const state = after(inRoom, panicExited(NOW), exitConfirmed({ roomId: 'r1', blockedId: 7, incident: 'token' }))
    expect(state.panicExit).toEqual({
      roomId: 'r1',
      person: { id: 7, username: 'Your opponent', incident: 'token' },
      confirmed: true,
      blocked: true,
      atMs: NOW,
    })
    expect(
      after(inRoom, panicExited(NOW), exitConfirmed({ roomId: 'r1', blockedId: null, incident: null })).panicExit
        ?.person,
    ).toBeNull()
  })

  test('takes no answer to an earlier exit', () => {
    const next = [entered({ roomId: 'r2', passcode: null }), room.met({ id: 33, username: 'Ola', incident: 'second' })]
    const state = after(
      ...[inRoom, known, panicExited(NOW), left(), ...next, panicExited(NOW)],
      exitConfirmed({ roomId: 'r1', blockedId: OTHER, incident: 'first' }),
    )
    expect(state.panicExit).toMatchObject({ confirmed: false, blocked: false, person: { id: 33, incident: 'second' } })
  })

  test('ends once its page is left, whatever answer comes later', () => {
    expect(
      after(inRoom, known, panicExited(NOW), left(), exitConfirmed({ roomId: 'r1', blockedId: OTHER, incident: null })),
    ).toEqual(outside)
  })
})

describe('room state', () => {
  test('names the players of a battle anew only with another battle', () => {
    const state = (more: object) =>
      room.roomState({ data: roomStateData({ battlePlayers: [ME, OTHER], ...more }), at: NOW })
    const round = (at: number) => state({ phase: 'prompt', round: at })
    const before = after(inRoom, round(1))
    expect(roomSlice.reducer(before, round(2)).battlePlayers).toBe(before.battlePlayers)
    const over = roomSlice.reducer(before, state({ phase: 'result' }))
    expect(roomSlice.reducer(over, round(1)).battlePlayers).not.toBe(before.battlePlayers)
  })

  test('repairs what missed events left, and keeps chat and passcode', () => {
    const state = after(
      inRoom,
      seated,
      room.receiveMessage({ username: 'Jonas', message: 'hi' }),
      room.roomState({
        data: roomStateData({
          phase: 'prompt',
          round: 4,
          ...timing(10_000),
          options,
          picked: 2,
          voted: [],
          battlePlayers: [ME, OTHER],
        }),
        at: NOW,
      }),
    )
    expect(state).toMatchObject({ phase: 'prompt', round: 4, picked: 2, passcode: 'secret' })
    expect(state.lines.map(({ text }) => text)).toEqual(['hi'])
    expect(selectHand({ room: state })).toEqual(options)
  })
})

describe('round', () => {
  test('begins without a pick, a clip or votes', () => {
    const before = after(inRoom, seated, prompt(1), room.picked({ round: 1, index: 2 }), show(1), end, room.voted(ME))
    const state = roomSlice.reducer(before, prompt(2))
    expect(state).toMatchObject({
      phase: 'prompt',
      round: 2,
      picked: null,
      receivedGif: null,
      voted: [],
      endReason: null,
      finishedBy: null,
    })
  })

  test('shows cards only of its own options, in either order of events', () => {
    const dealt = room.gifOptions({ round: 2, options })
    expect(selectHand({ room: after(inRoom, seated, prompt(2)) })).toBeNull()
    expect(selectHand({ room: after(inRoom, seated, prompt(2), dealt) })).toEqual(options)
    expect(selectHand({ room: after(inRoom, seated, dealt, prompt(2)) })).toEqual(options)
    expect(selectHand({ room: after(inRoom, seated, dealt, prompt(3)) })).toBeNull()
  })

  test('ignores a pick of another round', () => {
    expect(after(inRoom, seated, prompt(2), room.picked({ round: 1, index: 1 })).picked).toBeNull()
  })

  test('shows its own clip, in either order of events', () => {
    const clip = room.receiveGif({ round: 1, gifUrl: 'g', wildCard: false })
    expect(selectShownGif({ room: after(inRoom, seated, prompt(1), clip) })).toBeNull()
    expect(selectShownGif({ room: after(inRoom, seated, prompt(1), clip, show(1)) })?.gifUrl).toBe('g')
    expect(selectShownGif({ room: after(inRoom, seated, prompt(1), show(1), clip) })?.gifUrl).toBe('g')
    expect(selectShownGif({ room: after(inRoom, seated, prompt(1), clip, prompt(2), show(2)) })).toBeNull()
  })
})

describe('Wild Card', () => {
  const played = room.wildCardPlayed({ round: 2, gifUrl: 'w' })

  test('is the pick of its round only', () => {
    expect(after(inRoom, seated, prompt(2), played)).toMatchObject({ wildCard: 'w', picked: null })
    expect(after(inRoom, seated, prompt(3), played).wildCard).toBeNull()
    expect(after(inRoom, seated, prompt(2), played, show(2), prompt(3)).wildCard).toBeNull()
  })

  test('is restored after a reload', () => {
    const state = { phase: 'prompt', round: 2, ...timing(10_000), options, wildCard: 'w' } as const
    expect(after(inRoom, room.roomState({ data: roomStateData(state), at: NOW })).wildCard).toBe('w')
  })
})

describe('saving', () => {
  const change = (gifUrl: string, to: 'saving' | 'saved' | null) => room.saveChanged({ gifUrl, to })
  const clip = room.receiveGif({ round: 1, gifUrl: 'g', wildCard: false })

  test('is remembered by GIF address across phases and resyncs', () => {
    const state = after(
      inRoom,
      seated,
      prompt(1),
      change('a', 'saving'),
      change('a', 'saved'),
      show(1),
      prompt(2),
      seated,
    )
    expect(state.saves).toEqual({ a: 'saved' })
  })

  test('can be tried again after a refusal', () => {
    expect(after(inRoom, seated, change('a', 'saving'), change('a', null)).saves).toEqual({})
  })

  test('offers the options until the next round', () => {
    const dealt = after(inRoom, seated, prompt(1), room.gifOptions({ round: 1, options }), show(1))
    expect(selectKeptHand({ room: dealt })).toEqual(options)
    expect(selectKeptHand({ room: roomSlice.reducer(dealt, prompt(2)) })).toEqual([])
    expect(selectKeptHand({ room: roomSlice.reducer(dealt, end) })).toEqual([])
  })

  test('offers the last clip until the battle is over', () => {
    const voting = after(inRoom, seated, prompt(1), show(1), clip, end)
    expect(voting.lastGif?.gifUrl).toBe('g')
    expect(roomSlice.reducer(voting, seated).lastGif).toBeNull()
    const rematch = roomSlice.reducer(
      roomSlice.reducer(voting, room.noUnanimousWinner({ ...timing(45_000), why: 'split' })),
      prompt(1),
    )
    expect(rematch.lastGif).toBeNull()
  })
})

describe('end of the battle', () => {
  test('names who finished and removes the clip', () => {
    const clip = room.receiveGif({ round: 1, gifUrl: 'g', wildCard: false })
    const state = after(inRoom, seated, prompt(1), show(1), clip, end)
    expect(state).toMatchObject({ phase: 'vote', endReason: 'finished', finishedBy: ME, receivedGif: null, voted: [] })
  })

  test('counts each vote once', () => {
    expect(after(inRoom, seated, end, room.voted(ME), room.voted(ME)).voted).toEqual([ME])
  })

  test('has a winner or none', () => {
    const won = after(inRoom, seated, end, room.winnerConfirmed({ winnerId: OTHER, ...timing(45_000) }))
    expect(won).toMatchObject({ phase: 'result', winnerId: OTHER, durationMs: 45_000 })
    expect(roomSlice.reducer(won, room.noUnanimousWinner({ ...timing(45_000), why: 'split' }))).toMatchObject({
      winnerId: null,
    })
  })

  test('is followed by waiting for a rematch', () => {
    const rematch = room.roomState({ data: roomStateData(), at: NOW })
    const state = after(inRoom, seated, end, room.noUnanimousWinner({ ...timing(45_000), why: 'split' }), rematch)
    expect(state).toMatchObject({ phase: 'waiting', ready: [] })
    expect(selectTimer({ room: state })).toBeNull()
  })
})

describe('received clips', () => {
  const clip = (round: number, wildCard = false) => room.receiveGif({ round, gifUrl: `g${round}`, wildCard })
  const addresses = ({ receivedGifs }: RoomState) => receivedGifs.map(({ gifUrl }) => gifUrl)
  const battle = [inRoom, seated, prompt(1), clip(1), prompt(2), clip(2), clip(2), prompt(3), clip(3, true)]

  test('are listed once, without Wild Cards, until the next battle begins', () => {
    expect(addresses(after(...battle, end))).toEqual(['g1', 'g2'])
    expect(addresses(after(...battle, end, seated))).toEqual(['g1', 'g2'])
    expect(addresses(after(...battle, end, room.winnerConfirmed({ winnerId: ME, ...timing(1) }), prompt(1)))).toEqual(
      [],
    )
  })

  test('come with their stills from the server', () => {
    const receivedGifs = [{ gifUrl: 'g1', thumbnail: 't1' }]
    const receivedGif = { round: 2, gifUrl: 'g2', wildCard: false }
    const data = roomStateData({ phase: 'show', round: 2, receivedGifs, receivedGif })
    expect(after(inRoom, room.roomState({ data, at: NOW })).receivedGifs).toEqual([
      ...receivedGifs,
      { gifUrl: 'g2', thumbnail: '' },
    ])
  })
})

describe('a rematch', () => {
  const over = [inRoom, seated, prompt(1), end, room.winnerConfirmed({ winnerId: ME, ...timing(45_000) })]
  const ready = room.readyChanged({ ready: [OTHER] })

  test('is wanted by those who are ready in the result, until it begins', () => {
    expect(after(...over).ready).toEqual([])
    expect(after(...over, ready, room.readied(ME)).ready).toEqual([OTHER, ME])
    expect(after(...over, ready, prompt(1)).ready).toEqual([])
  })

  test('is still wanted when the room waits again', () => {
    const waiting = room.roomState({ data: roomStateData({ ready: [OTHER] }), at: NOW })
    expect(after(...over, ready, waiting)).toMatchObject({ phase: 'waiting', ready: [OTHER] })
  })

  test('does not keep the reason of the battle before', () => {
    const none = room.noUnanimousWinner({ why: 'left', ...timing(45_000) })
    const before = after(inRoom, seated, prompt(1), end, none)
    expect(before).toMatchObject({ noWinner: 'left', sawEnd: true })
    expect(roomSlice.reducer(before, prompt(1))).toMatchObject({ noWinner: null, sawEnd: false })
  })
})

test('keeps readiness only while waiting or in the result', () => {
  expect(after(inRoom, seated, room.readied(ME), room.readied(ME)).ready).toEqual([ME])
  expect(after(inRoom, seated, room.readyChanged({ ready: [OTHER, ME] })).ready).toEqual([OTHER, ME])
  expect(after(inRoom, seated, prompt(1), room.readyChanged({ ready: [OTHER] })).ready).toEqual([])
  expect(after(inRoom, seated, prompt(1), room.readied(ME)).ready).toEqual([])
})

test('remembers the players when one of them leaves', () => {
  const gone = room.roomUserList({ players: [both[0]!], judges: [] })
  const state = after(inRoom, seated, prompt(1), gone)
  expect(state.battlePlayers).toEqual([ME, OTHER])
  expect(state.names[OTHER]).toBe('Jonas')
})

test('runs the timer on this machine’s clock', () => {
  // The server is five seconds ahead, and its message took 200 ms.
  const state = after(
    inRoom,
    room.roomState({ data: roomStateData({ serverTime: NOW + 5_000 }), at: NOW + 200 }),
    room.promptGif({ round: 1, deadline: NOW + 15_000, durationMs: 10_000 }),
    room.gameTick({ data: { phase: 'prompt', round: 1, remainingMs: 0, serverTime: NOW + 6_000 }, at: NOW + 1_000 }),
  )
  expect(selectTimer({ room: state })).toMatchObject({ endsAt: NOW + 10_000, durationMs: 10_000 })
})

describe('a paused phase', () => {
  const paused = (at: number) => room.phasePaused({ data: { round: 1, remainingMs: 6_000, until: NOW + 24_000 }, at })
  const timerAfter = (...actions: UnknownAction[]) =>
    selectTimer({ room: after(inRoom, seated, prompt(1), ...actions) })

  test('stops at the time left until it is resumed', () => {
    expect(timerAfter(paused(NOW + 4_000))).toEqual({
      endsAt: NOW + 30_000,
      durationMs: 10_000,
      standsAtMs: 6_000,
      changesBy: NOW + 24_000,
    })
    const resumed = room.phaseResumed({ round: 1, deadline: NOW + 16_000, durationMs: 10_000 })
    expect(timerAfter(paused(NOW + 4_000), resumed)).toMatchObject({ endsAt: NOW + 16_000, standsAtMs: null })
  })

  test('does not set the timer back when the event comes late', () => {
    expect(timerAfter(paused(NOW + 4_300))?.standsAtMs).toBe(5_700)
  })

  test('is over with its phase, and is known after a reload', () => {
    expect(timerAfter(paused(NOW + 4_000), show(1))?.standsAtMs).toBeNull()
    const data = roomStateData({
      phase: 'prompt',
      round: 1,
      deadline: NOW + 30_000,
      durationMs: 10_000,
      paused: { remainingMs: 6_000, until: NOW + 24_000 },
    })
    expect(timerAfter(room.roomState({ data, at: NOW }))?.standsAtMs).toBe(6_000)
  })
})

describe('watching', () => {
  const judge = { socketId: 'j', name: 'Kim', judge: true }

  test('lists watchers and consents in the room of a tie', () => {
    const tie = { cupId: 'c1', tieId: 't1', cupName: 'Midnight Cup' }
    const state = after(inRoom, room.roomState({ data: roomStateData({ tie, watchers: [judge] }), at: NOW }))
    expect(state).toMatchObject({ tie: true, watchers: [judge], spectatorConsents: [] })
    const later = roomSlice.reducer(state, room.watchers({ watchers: [], spectatorConsents: [ME] }))
    expect(later).toMatchObject({ watchers: [], spectatorConsents: [ME] })
  })

  test('is not available in other rooms', () => {
    expect(after(inRoom, seated).tie).toBe(false)
  })
})
