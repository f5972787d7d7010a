import { expect, test } from '@jest/globals'
import { cupInHand, RULES, STARTS_MS } from './cup-play.js'

const DAY_MS = 86_400_000

test('who has checked in does so again for a start that is moved out of the time for it', () => {
  const hand = cupInHand()
  hand.nowMs = STARTS_MS - RULES.checkInMs
  for (const accountId of [1, 2]) hand.do({ kind: 'enter', accountId, username: `player${accountId}`, avatar: '' })
  hand.do({ kind: 'update', given: { startsAtMs: STARTS_MS - 60_000 } })
  expect(hand.cup.entries.map(({ checkedIn }) => checkedIn)).toEqual([true, true])
  hand.do({ kind: 'update', given: { startsAtMs: STARTS_MS + DAY_MS } })
  expect(hand.cup.entries.map(({ checkedIn }) => checkedIn)).toEqual([false, false])
  hand.nowMs += DAY_MS
  hand.do({ kind: 'check-in', accountId: 2 })
  expect(hand.cup.entries.map(({ checkedIn }) => checkedIn)).toEqual([false, true])
})
