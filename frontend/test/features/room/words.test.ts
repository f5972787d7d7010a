import { describe, expect, test } from '@jest/globals'
import { announcement } from '../../../src/features/room/announcement.js'
import { consentWords } from '../../../src/features/room/consent-words.js'
import { plainWords, revealWords } from '../../../src/features/room/reveal/reveal-words.js'
import { outside, type RoomState } from '../../../src/features/room/state/room-slice.js'
import { handTitle } from '../../../src/features/room/words.js'
import { both, ME, OTHER } from './room-state-data.js'

describe('announcement', () => {
  const say = (change: Partial<RoomState>) => announcement({ ...outside, players: both, ...change }, ME)

  test('names the round, the opponent and the keys', () => {
    const list = [1, 2, 3, 4].map((index) => ({ index, gifUrl: '', thumbnail: '' }))
    expect(say({ phase: 'prompt', round: 2 })).toBe('Round 2. Pick a GIF for Jonas.')
    expect(say({ phase: 'prompt', round: 2, options: { round: 2, list } })).toBe(
      'Round 2. Pick a GIF for Jonas. Keys 1 to 4.',
    )
    expect(say({ phase: 'show', round: 2 })).toBe('Round 2. Jonas sent you a GIF.')
  })

  test('mentions a played Wild Card', () => {
    const receivedGif = { round: 2, gifUrl: 'g', wildCard: true }
    expect(say({ phase: 'show', round: 2, receivedGif })).toContain('Jonas played a Wild Card')
    expect(say({ phase: 'show', round: 3, receivedGif })).toBe('Round 3. Jonas sent you a GIF.')
  })

  test('names who finished', () => {
    expect(say({ phase: 'vote', finishedBy: ME })).toContain('You finished.')
    expect(say({ phase: 'vote', finishedBy: OTHER })).toContain('Jonas finished.')
    expect(say({ phase: 'vote', finishedBy: null })).toBe('The rounds are over. Vote for the winner.')
  })

  const result = (change: Partial<RoomState>) =>
    say({ phase: 'result', battlePlayers: [ME, OTHER], names: { [ME]: 'Maya', [OTHER]: 'Jonas' }, ...change })

  test('names the winner', () => {
    expect(result({ winnerId: ME })).toBe('You won.')
    expect(result({ winnerId: OTHER })).toBe('Jonas won.')
  })

  test('explains why there is no winner', () => {
    expect(result({ noWinner: 'split' })).toBe("No winner. The votes didn't agree, so there's no winner.")
    expect(result({ noWinner: 'left', players: [both[0]!], sawEnd: true })).toBe(
      "No winner. Jonas left during the vote, so there's no winner.",
    )
  })

  test('mentions that the opponent wants a rematch, until this player does too', () => {
    expect(result({ winnerId: ME, ready: [OTHER] })).toBe('Jonas wants a rematch.')
    expect(result({ winnerId: ME, ready: [OTHER, ME] })).toBe('You won.')
  })

  test('tells nothing of a battle that this player was not in', () => {
    expect(result({ winnerId: OTHER, battlePlayers: [OTHER, 33] })).toBe('A battle just ended here.')
  })
})

describe('consentWords', () => {
  const words = (mine: boolean, theirs: boolean) => consentWords({ mine, theirs, opponent: 'Jonas' })

  test('names whose consent is given and whose is missing', () => {
    expect(words(true, true)).toBe('You and Jonas both allow spectators.')
    expect(words(true, false)).toBe("Jonas hasn't allowed spectators, so there are none.")
    expect(words(false, true)).toContain('only if you allow it too')
    expect(words(false, false)).toBe('Neither you nor Jonas allows spectators.')
  })

  test('states the rule while the other corner is free', () => {
    expect(consentWords({ mine: true, theirs: false, opponent: null })).toContain('only while both players allow it')
  })
})

describe('handTitle', () => {
  const open = { picked: null, wildCard: null, trayOpen: false }

  test('says what the hand is for', () => {
    expect(handTitle('Jonas', open)).toBe('Pick a GIF for Jonas')
    expect(handTitle('Jonas', { ...open, trayOpen: true })).toBe('Play a saved GIF for Jonas')
    expect(handTitle('Jonas', { ...open, picked: 2 })).toBe('Your pick for Jonas')
    expect(handTitle('Jonas', { ...open, wildCard: 'w' })).toBe('Your Wild Card for Jonas')
  })
})

const sayAll = (revealing: Parameters<typeof revealWords>[0]): string => {
  const { now, hint } = revealWords(revealing)
  return [now, ...(hint === undefined ? [] : [hint])].join(' ')
}

test('says who is shown, and to whom', () => {
  const say = (change: Partial<Parameters<typeof revealWords>[0]> = {}) =>
    sayAll({
      opponent: 'Jonas',
      mine: false,
      theirs: false,
      state: 'closed',
      unconfirmed: false,
      again: false,
      closed: null,
      ...change,
    })
  expect(say()).toContain('You can also play without it.')
  expect(say({ theirs: true })).toBe('Jonas is ready to be seen.')
  expect(say({ mine: true })).toBe("You've said yes. Nothing shows until Jonas does too.")
  expect(say({ mine: true, theirs: true, state: 'opening' })).toContain('in a second')
  expect(say({ state: 'open' })).toBe('You and Jonas see and hear what each of you turns on.')
  expect(say({ unconfirmed: true })).toContain("couldn't confirm")
  expect(say({ opponent: null })).toContain('starts with video blurred')
})

test('says that a room is not blurred, before and after someone joins', () => {
  expect(plainWords(null).now).toBe('Not blurred: video starts as soon as someone joins.')
  expect(plainWords('Jonas').now).toBe('Not blurred: you and Jonas see and hear what each of you turns on.')
})

test('tells players who are blurred again why, and what to do', () => {
  const say = (change: Partial<Parameters<typeof revealWords>[0]> = {}) =>
    sayAll({
      opponent: 'Jonas',
      mine: false,
      theirs: false,
      state: 'closed',
      unconfirmed: false,
      again: true,
      closed: null,
      ...change,
    })
  const sentences = (['withdrawn', 'lost', 'seat', 'watcher'] as const).flatMap((why) =>
    [true, false].map((byMe) => say({ closed: { why, byMe } })),
  )
  expect(say({ unconfirmed: true, theirs: true })).toContain("couldn't confirm")
  for (const words of [say(), say({ unconfirmed: true }), say({ theirs: true }), ...sentences]) {
    expect(words).toMatch(/^You're both blurred again.*\. Press Show myself when you're ready\.$/)
  }
  expect(say({ closed: { why: 'withdrawn', byMe: false } })).toContain(': Jonas went back to the blur.')
  expect(say({ closed: { why: 'withdrawn', byMe: true } })).not.toContain('Jonas')
  expect(say({ closed: { why: 'seat', byMe: false } })).toContain('reloaded')
})
