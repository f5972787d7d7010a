import { describe, expect, test } from '@jest/globals'
import type { UnknownAction } from '@reduxjs/toolkit'
import {
  matchSlice,
  type MatchState,
  searchBegun,
  searchEnded,
  searchOver,
  searchRefused,
  searchTaken,
  selectTakingSeat,
} from '../../../src/entities/matching/match-slice.js'

const { matchSearching, matchFound, matchAccepted, matchLost, matchReady } = matchSlice.actions
const NOW = 1_700_000_000_000
const wish = { mode: 'rush', category: 'default' } as const

const begin = searchBegun({ wish, at: NOW })
const searching = matchSearching({ ...wish, since: NOW, estimatedWaitMs: 20_000, waiting: 3 })
const found = (change: { matchId?: string; deadline?: number; accepted?: boolean } = {}, at = NOW) =>
  matchFound({
    data: { matchId: 'm1', ...wish, accepted: false, deadline: NOW + 10_000, durationMs: 10_000, ...change },
    at,
  })
const ready = matchReady({ roomId: 'r1', ...wish })

const after = (...actions: UnknownAction[]): MatchState =>
  actions.reduce<MatchState>((state, action) => matchSlice.reducer(state, action), matchSlice.getInitialState())
/** After what follows upon a search that the server has taken on. */
const during = (...actions: UnknownAction[]): MatchState => after(begin, searchTaken(1), ...actions)

describe('search', () => {
  test('is distinguished from the one before it', () => {
    expect(after(begin).search?.number).toBe(1)
    expect(after(begin, searchOver(), begin).search).toMatchObject({ number: 2, wish, startedAt: NOW, found: null })
  })

  test("stores the server's estimate for similar searches", () => {
    expect(after(begin).search?.outlook).toBeNull()
    expect(during(searching).search?.outlook).toEqual({ estimatedWaitMs: 20_000, waiting: 3 })
  })

  test('continues with its waiting time when the opponent does not accept', () => {
    const { search } = during(found(), matchAccepted('m1'), searching)
    expect(search).toMatchObject({ startedAt: NOW, found: null, missed: true })
  })

  test('leads to a seat once both have accepted, and ignores later updates', () => {
    const state = during(found(), matchAccepted('m1'), ready, searching, found(), searchEnded('seated'))
    expect(state.search?.roomId).toBe('r1')
    expect(selectTakingSeat({ match: state })).toBe(true)
    expect(during(found(), ready, searchOver())).toMatchObject({ search: null, ending: null })
  })

  test('ends with a reason, which the next search clears', () => {
    const over = during(searching, searchEnded('not-accepted'))
    expect(over).toMatchObject({ search: null, ending: { reason: 'not-accepted' } })
    expect(matchSlice.reducer(over, begin).ending).toBeNull()
  })

  test("ends with the server's text when the seat is refused", () => {
    expect(during(found(), ready, searchRefused('This room is full.'))).toMatchObject({
      search: null,
      ending: { refusal: 'This room is full.' },
    })
  })

  test.each([searching, found(), ready, searchEnded('cancelled')])(
    'ignores updates about an earlier search: %#',
    (late) => {
      const before = during(searchOver(), begin)
      expect(matchSlice.reducer(before, late)).toEqual(before)
      expect(matchSlice.reducer(before, searchTaken(1))).toEqual(before)
      expect(matchSlice.reducer(before, searchTaken(2)).search?.taken).toBe(true)
    },
  )

  test.each([searching, found(), ready, searchEnded('gone')])('stays cancelled: %#', (late) => {
    expect(during(searchOver(), late)).toMatchObject({ search: null, ending: null })
  })
})

describe('match', () => {
  test("expires at the server's deadline when the clocks agree", () => {
    expect(during(found({}, NOW + 400)).search?.found?.endsAt).toBe(NOW + 10_000)
  })

  test.each([
    ['ahead', NOW + 60_000],
    ['behind', NOW - 60_000],
  ])('expires after its full duration when this clock is %s', (_, at) => {
    expect(during(found({}, at)).search?.found?.endsAt).toBe(at + 10_000)
  })

  test('keeps its deadline when the server repeats it', () => {
    const { search } = during(found({}, NOW + 60_000), matchAccepted('m1'), found({}, NOW + 64_000))
    expect(search?.found).toMatchObject({ endsAt: NOW + 70_000, accepted: true })
  })

  test('replaces a match with another id', () => {
    const { search } = during(
      found(),
      matchAccepted('m1'),
      found({ matchId: 'm2', deadline: NOW + 20_000 }, NOW + 11_000),
    )
    expect(search?.found).toEqual({ matchId: 'm2', endsAt: NOW + 20_000, durationMs: 10_000, accepted: false })
  })

  test('is accepted only by the response to this match', () => {
    expect(during(found(), matchAccepted('m0')).search?.found?.accepted).toBe(false)
    expect(during(found({ accepted: true })).search?.found?.accepted).toBe(true)
  })

  test('is dropped when the response came too late, and the search waits for the outcome', () => {
    expect(during(found(), matchLost('m0')).search?.found).not.toBeNull()
    expect(during(found(), matchLost('m1')).search).toMatchObject({ found: null, roomId: null })
  })
})
