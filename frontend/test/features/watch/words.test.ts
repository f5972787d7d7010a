import { describe, expect, test } from '@jest/globals'
import type { NoWinnerReason } from '@kla/proto/web'
import { exitWords, phaseWords } from '../../../src/features/watch/words.js'
import { both, ME as MAYA } from '../room/room-state-data.js'

const room = {
  phase: 'waiting' as const,
  round: 0,
  ready: 0,
  voted: 0,
  players: both,
  endReason: null,
  finishedBy: null,
  winnerId: null,
  noWinner: null,
}

describe('phaseWords', () => {
  test('describes waiting and rounds', () => {
    expect(phaseWords({ ...room, ready: 1 })).toEqual({ title: 'Before the bell', text: '1 of 2 are ready.' })
    expect(phaseWords({ ...room, phase: 'prompt', round: 3 }).title).toBe('Round 3')
  })

  test('shows votes by their number only', () => {
    const { text } = phaseWords({ ...room, phase: 'vote', voted: 1, endReason: 'finished', finishedBy: MAYA })
    expect(text).toBe('Maya finished. 1 of 2 have voted. A win needs both votes.')
  })

  test('names the winner, or explains why there is none', () => {
    expect(phaseWords({ ...room, phase: 'result', winnerId: MAYA }).title).toBe('Maya wins')
    const why = (noWinner: NoWinnerReason) => phaseWords({ ...room, phase: 'result', noWinner }).text
    expect(why('split')).toBe("The votes didn't agree, so there's no winner.")
    expect(why('left')).toBe("A player left during the vote, so there's no winner.")
  })
})

describe('exitWords', () => {
  test('shows a refusal in the server’s words', () => {
    expect(exitWords({ kind: 'refused', code: 'TOO_MANY_WATCHERS', text: 'Full.' }, false).text).toBe('Full.')
  })

  test('tells a watcher whose connection is over how to watch again', () => {
    expect(exitWords({ kind: 'closed' }, false).text).toContain('Reload the page')
  })

  test('shows sentences but not tokens', () => {
    const closed = { kind: 'out', reason: 'The room you watched has closed.' } as const
    expect(exitWords(closed, true).text).toBe('The room you watched has closed.')
    expect(exitWords({ kind: 'out', reason: 'room-empty' }, true)).toEqual({
      title: 'This tie is over',
      text: 'Its room was closed.',
    })
  })

  test('states the rule to a spectator who is removed', () => {
    const { text } = exitWords({ kind: 'out', reason: "You're no longer watching this room." }, false)
    expect(text).toBe("You're no longer watching this room. Spectators can watch only while both players allow it.")
  })
})
