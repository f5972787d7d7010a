import { expect, test } from '@jest/globals'
import { nextStep } from '../../../src/cups/rules/entries.js'
import { cupInHand, drawnCup, judge, RULES, STARTS_MS } from './cup-play.js'

const DAY_MS = 86_400_000

test('requires a new check-in when the start moves out of its window', () => {
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

test('puts a removed entry back at its seed, and checks no one in who had not', () => {
  const hand = cupInHand()
  const enter = (accountId: number, removed?: { seed: number; checkedIn: boolean }) =>
    hand.do({ kind: 'enter', accountId, username: `player${accountId}`, avatar: '', removed })
  const entries = () => hand.cup.entries.map(({ accountId, checkedIn }) => [accountId, checkedIn])
  for (const accountId of [1, 2, 3]) enter(accountId)
  hand.do({ kind: 'withdraw', accountId: 2 })
  hand.nowMs = STARTS_MS - RULES.checkInMs
  enter(2, { seed: 2, checkedIn: false })
  expect(entries()).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ])
  hand.do({ kind: 'check-in', accountId: 1 })
  for (const accountId of [1, 3]) hand.do({ kind: 'withdraw', accountId })
  enter(1, { seed: 1, checkedIn: true })
  enter(3, { seed: 9, checkedIn: false })
  expect(entries()).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ])
})

test('checks in no removed entry before check-in', () => {
  const hand = cupInHand()
  hand.do({ kind: 'enter', accountId: 1, username: 'player1', avatar: '', removed: { seed: 1, checkedIn: true } })
  expect(hand.cup.entries).toMatchObject([{ accountId: 1, checkedIn: false }])
})

test('puts the urgent step before the earlier one', () => {
  const [waiting, called, playing, checking] = [drawnCup(3), drawnCup(2), drawnCup(2), cupInHand()]
  const { roomId } = playing.tie('1-1')
  playing.do({ kind: 'room-opened', tieId: '1-1', roomId })
  checking.do({ kind: 'enter', accountId: 1, username: 'player1', avatar: '' })
  const nowMs = STARTS_MS - RULES.checkInMs
  const cups = [waiting, checking, called, playing].map(({ cup }) => cup)
  const order = [playing, called, checking, waiting].map(({ cup }) => cup)
  for (let left = cups; left.length > 0;) {
    const step = nextStep(left, 1, nowMs)
    expect(step?.cup).toBe(order.shift())
    left = left.filter((cup) => cup !== step?.cup)
  }
})

test('has no step for a player who is eliminated, has checked in or never entered', () => {
  const [over, checking] = [drawnCup(4), cupInHand()]
  judge(over, '1-1', 4)
  checking.do({ kind: 'enter', accountId: 1, username: 'player1', avatar: '' })
  checking.nowMs = STARTS_MS - 1
  checking.do({ kind: 'check-in', accountId: 1 })
  const cups = [over.cup, checking.cup]
  expect(nextStep(cups, 1, STARTS_MS - 1)).toBeUndefined()
  expect(nextStep(cups, 9, STARTS_MS - 1)).toBeUndefined()
  expect(nextStep(cups, 4, STARTS_MS - 1)).toMatchObject({ tie: { id: '2-1', state: 'waiting' } })
})
