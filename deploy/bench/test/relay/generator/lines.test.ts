import { describe, expect, test } from '@jest/globals'
import { contactIn } from '@kla/proto/web'
import { Latencies, LineBudget, LineCheck, NO_FAULTS, readLine, writeLine } from '../../../src/relay/generator/lines.js'

describe('Latencies', () => {
  test('have percentiles within two percent', () => {
    const latencies = new Latencies()
    for (let micros = 1; micros <= 10_000; micros++) latencies.record(micros)
    for (const share of [0.01, 0.5, 0.99]) {
      const exact = share * 10
      expect(latencies.percentileMs(share)).toBeGreaterThanOrEqual(exact)
      expect(latencies.percentileMs(share)).toBeLessThan(exact * 1.021)
    }
  })

  test('add up across processes, also from JSON', () => {
    const [one, other] = [new Latencies(), new Latencies()]
    for (let at = 0; at < 90; at++) one.record(1_000)
    for (let at = 0; at < 10; at++) other.record(100_000)
    one.add(new Latencies(JSON.parse(JSON.stringify([...other.counts])) as number[]))
    expect(one.percentileMs(0.9)).toBeLessThan(1.1)
    expect(one.percentileMs(0.91)).toBeGreaterThan(90)
  })

  test('have no percentile when empty', () => {
    expect(new Latencies().percentileMs(0.5)).toBeNaN()
  })
})

const ROOM = 7
const check = (...counters: readonly (readonly [seat: 0 | 1, counter: number, room?: number])[]): LineCheck => {
  const one = new LineCheck(ROOM)
  for (const [seat, counter, room = ROOM] of counters) one.takes({ room, seat, counter, atMicros: 0 })
  return one
}

describe('LineCheck', () => {
  test("accepts each writer's lines once and in order", () => {
    expect(check([0, 1], [1, 1], [1, 2], [0, 2]).finish([2, 2])).toEqual(NO_FAULTS)
  })

  test('counts missing lines, at the end too', () => {
    expect(check([0, 1], [0, 3]).finish([4, 1])).toEqual({ ...NO_FAULTS, lost: 3 })
  })

  test('counts duplicates', () => {
    expect(check([0, 1], [0, 2], [0, 1], [0, 2]).finish([2, 0])).toEqual({ ...NO_FAULTS, doubled: 2 })
  })

  test('counts a late line as out of order, not as lost', () => {
    expect(check([1, 2], [1, 1]).finish([0, 2])).toEqual({ ...NO_FAULTS, outOfOrder: 1 })
  })

  test('counts lines of another room', () => {
    expect(check([0, 1], [0, 1, 8]).finish([1, 0])).toEqual({ ...NO_FAULTS, wrongRoom: 1 })
  })
})

describe('readLine', () => {
  const line = { room: 12, seat: 1, counter: 345, atMicros: 6_789_012 } as const

  test('finds a line in any envelope', () => {
    expect(readLine(JSON.stringify({ event: 'receive-message', data: { message: writeLine(line) } }))).toEqual(line)
  })

  test('ignores other texts', () => {
    expect(readLine('{"event":"receive-message","data":{"system":true,"text":"welcome"}}')).toBeUndefined()
  })
})

describe('LineBudget', () => {
  test('is unlimited without a limit', () => {
    const budget = new LineBudget(undefined)
    for (let line = 0; line < 1_000; line++) budget.spend(0)
    expect(budget.waitMs(0)).toBe(0)
  })

  test('starts with half of the burst and refills at the rate', () => {
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

test('writes no line that reads like contact details, which would be covered', () => {
  for (let counter = 0; counter < 5_000; counter++) {
    const line = writeLine({ room: counter, seat: counter % 2 === 0 ? 0 : 1, counter, atMicros: counter * 104_729 })
    expect([line, contactIn(line)]).toEqual([line, []])
  }
})
