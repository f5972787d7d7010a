import { describe, expect, test } from '@jest/globals'
import { Latencies, LineBudget, LineCheck, NO_FAULTS, readLine, writeLine } from '../../../src/relay/generator/lines.js'

describe('latencies', () => {
  test('have percentiles that are two in a hundred off at most', () => {
    const latencies = new Latencies()
    for (let micros = 1; micros <= 10_000; micros++) latencies.record(micros)
    for (const share of [0.01, 0.5, 0.99]) {
      const exact = share * 10
      expect(latencies.percentileMs(share)).toBeGreaterThanOrEqual(exact)
      expect(latencies.percentileMs(share)).toBeLessThan(exact * 1.021)
    }
  })

  test('of several processes are added up, also when they came as JSON', () => {
    const [one, other] = [new Latencies(), new Latencies()]
    for (let at = 0; at < 90; at++) one.record(1_000)
    for (let at = 0; at < 10; at++) other.record(100_000)
    one.add(new Latencies(JSON.parse(JSON.stringify([...other.counts])) as number[]))
    expect(one.percentileMs(0.9)).toBeLessThan(1.1)
    expect(one.percentileMs(0.91)).toBeGreaterThan(90)
  })

  test('are none where nothing was measured', () => {
    expect(new Latencies().percentileMs(0.5)).toBeNaN()
  })
})

const ROOM = 7
const check = (...counters: readonly (readonly [seat: 0 | 1, counter: number, room?: number])[]): LineCheck => {
  const one = new LineCheck(ROOM)
  for (const [seat, counter, room = ROOM] of counters) one.takes({ room, seat, counter, atMicros: 0 })
  return one
}

describe('lines as one player gets them', () => {
  test('are right when each writer’s come once and in order', () => {
    expect(check([0, 1], [1, 1], [1, 2], [0, 2]).finish([2, 2])).toEqual(NO_FAULTS)
  })

  test('are lost when they do not come, between others or at the end', () => {
    expect(check([0, 1], [0, 3]).finish([4, 1])).toEqual({ ...NO_FAULTS, lost: 3 })
  })

  test('are doubled when they come again', () => {
    expect(check([0, 1], [0, 2], [0, 1], [0, 2]).finish([2, 0])).toEqual({ ...NO_FAULTS, doubled: 2 })
  })

  test('are out of order when they come after a later one, and not lost', () => {
    expect(check([1, 2], [1, 1]).finish([0, 2])).toEqual({ ...NO_FAULTS, outOfOrder: 1 })
  })

  test('are in a wrong room when another room’s come', () => {
    expect(check([0, 1], [0, 1, 8]).finish([1, 0])).toEqual({ ...NO_FAULTS, wrongRoom: 1 })
  })
})

describe('a line', () => {
  const line = { room: 12, seat: 1, counter: 345, atMicros: 6_789_012 } as const

  test('tells of itself in whatever carries it', () => {
    expect(readLine(JSON.stringify({ event: 'receive-message', data: { message: writeLine(line) } }))).toEqual(line)
  })

  test('of somebody else tells nothing', () => {
    expect(readLine('{"event":"receive-message","data":{"system":true,"text":"welcome"}}')).toBeUndefined()
  })
})

describe('what a player may still write', () => {
  test('is everything where there is no limit', () => {
    const budget = new LineBudget(undefined)
    for (let line = 0; line < 1_000; line++) budget.spend(0)
    expect(budget.waitMs(0)).toBe(0)
  })

  test('is half of the burst at once, and then as much as comes back', () => {
    const budget = new LineBudget({ burst: 4, perSecond: 5 })
    budget.spend(0)
    budget.spend(0)
    expect(budget.waitMs(0)).toBe(0)
    budget.spend(0)
    expect(budget.waitMs(0)).toBe(200)
    expect(budget.waitMs(150)).toBe(50)
    expect(budget.waitMs(10_000)).toBe(0)
  })
})
