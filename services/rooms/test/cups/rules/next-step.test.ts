import { expect, test } from '@jest/globals'
import { nextStep } from '../../../src/cups/rules/next-step.js'
import { cupInHand, drawnCup, judge, RULES, STARTS_MS } from './cup-play.js'

test('what is urgent comes before what comes first', () => {
  const [waiting, called, playing, checking] = [drawnCup(3), drawnCup(2), drawnCup(2), cupInHand()]
  const { roomId } = playing.tie('1-1')
  playing.do({ kind: 'room-opened', tieId: '1-1', roomId })
  checking.do({ kind: 'enter', accountId: 1, username: 'player1', avatar: '' })
  const nowMs = STARTS_MS - RULES.checkInMs
  const cups = [waiting, checking, called, playing].map(({ cup }) => cup)
  const order = [playing, called, checking, waiting].map(({ cup }) => cup)
  for (let left = cups; left.length > 0; ) {
    const step = nextStep(left, 1, nowMs)
    expect(step?.cup).toBe(order.shift())
    left = left.filter((cup) => cup !== step?.cup)
  }
})

test('nothing is to be done by who is out, has checked in, or never entered', () => {
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
