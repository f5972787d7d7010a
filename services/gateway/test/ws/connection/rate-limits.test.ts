import { expect, test } from '@jest/globals'
import { REPORT_LINES_MAX } from '@kla/proto/web'
import { ABUSE_LIMIT, RATE_LIMITS, RateLimiter } from '../../../src/ws/connection/rate-limits.js'

test('RateLimiter allows a burst, then the refill rate, separately for each class', () => {
  let nowMs = 0
  const limiter = new RateLimiter(() => nowMs)
  const { burst, perSecond } = RATE_LIMITS.chat
  const take = (count: number): string[] => Array.from({ length: count }, () => limiter.judge('chat'))
  expect(take(burst)).toEqual(Array(burst).fill('pass'))
  expect(limiter.judge('chat')).toBe('refuse')
  expect(limiter.judge('battle')).toBe('pass')
  nowMs += 1_000
  expect(take(perSecond + 1)).toEqual([...Array(perSecond).fill('pass'), 'refuse'])
})

test("RateLimiter keeps a flood of chat from pushing out a report's messages for half a minute", () => {
  let nowMs = 0
  const limiter = new RateLimiter(() => nowMs)
  let said = 0
  for (; said < REPORT_LINES_MAX; nowMs += 10) said += limiter.judge('chat') === 'pass' ? 1 : 0
  expect(nowMs).toBeGreaterThanOrEqual(30_000)
})

test('RateLimiter allows leaving after all other limits are used up', () => {
  const limiter = new RateLimiter(() => 0)
  for (const rate of [
    'sign',
    'lobby',
    'entry',
    'battle',
    'spend',
    'chat',
    'reveal',
    'typing',
    'probe',
    'signal',
    'measure',
  ] as const) {
    while (limiter.judge(rate) === 'pass') continue
  }
  expect(limiter.judge('exit')).toBe('pass')
})

test('RateLimiter closes a connection that does not slow down and keeps one that does', () => {
  let nowMs = 0
  const limiter = new RateLimiter(() => nowMs)
  const flood = Array.from({ length: 1_000 }, () => limiter.judge('invalid'))
  expect(flood.indexOf('close')).toBe(RATE_LIMITS.invalid.burst + ABUSE_LIMIT.burst)
  nowMs = 3_600_000
  expect(limiter.judge('invalid')).toBe('pass')
})
