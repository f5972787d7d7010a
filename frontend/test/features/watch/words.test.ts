import { describe, expect, test } from '@jest/globals'
import { outWords, phaseWords } from '../../../src/features/watch/words.js'
import { both, ME as MAYA } from '../room/room-state-data.js'

const room = {
  ...{ phase: 'waiting' as const, round: 0, ready: 0, voted: 0, players: both },
  ...{ endReason: null, finishedBy: null, winnerId: null },
}

describe('what is going on', () => {
  test('before and in a round', () => {
    expect(phaseWords({ ...room, ready: 1 })).toEqual({ title: 'Before the bell', text: '1 of 2 are ready.' })
    expect(phaseWords({ ...room, phase: 'prompt', round: 3 }).title).toBe('Round 3')
  })

  test('votes are told by their number', () => {
    const { text } = phaseWords({ ...room, phase: 'vote', voted: 1, endReason: 'finished', finishedBy: MAYA })
    expect(text).toBe('Maya finished. 1 of 2 have voted. A win needs both votes.')
  })

  test('a result names the winner, or says why there is none', () => {
    expect(phaseWords({ ...room, phase: 'result', winnerId: MAYA }).title).toBe('Maya wins')
    expect(phaseWords({ ...room, phase: 'result' }).text).toContain('do not agree')
    expect(phaseWords({ ...room, phase: 'result', endReason: 'left' }).text).toContain('left')
  })
})

describe('why there is nothing to see', () => {
  test('a refusal has the server’s words', () => {
    expect(outWords({ kind: 'refused', code: 'TOO_MANY_WATCHERS', text: 'Full.' }, false).text).toBe('Full.')
  })

  test('a sentence is for the person, a token is not', () => {
    const closed = { kind: 'out', reason: 'The room you watched has closed.' } as const
    expect(outWords(closed, true).text).toBe('The room you watched has closed.')
    expect(outWords({ kind: 'out', reason: 'room-empty' }, true)).toEqual({ title: 'This tie is over', text: 'Its room was closed.' })
  })

  test('a spectator who is put out is told the rule', () => {
    const { text } = outWords({ kind: 'out', reason: 'You no longer watch this room.' }, false)
    expect(text).toBe('You no longer watch this room. Spectators can watch only while both players allow it.')
  })
})
