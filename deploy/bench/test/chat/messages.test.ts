import { describe, expect, test } from '@jest/globals'
import { contactIn } from '@kla/proto/web'
import {
  Latencies,
  MessageBudget,
  MessageCheck,
  NO_FAULTS,
  readMessage,
  writeMessage,
} from '../../src/chat/messages.js'

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

  test('have no percentile when empty', () => {
    expect(new Latencies().percentileMs(0.5)).toBeNaN()
  })
})

const ROOM = 7
const check = (...counters: readonly (readonly [seat: 0 | 1, counter: number, room?: number])[]): MessageCheck => {
  const one = new MessageCheck(ROOM)
  for (const [seat, counter, room = ROOM] of counters) one.takes({ room, seat, counter, atMicros: 0 })
  return one
}

describe('MessageCheck', () => {
  test("accepts each writer's messages once and in order", () => {
    expect(check([0, 1], [1, 1], [1, 2], [0, 2]).finish([2, 2])).toEqual(NO_FAULTS)
  })

  test('counts missing messages, at the end too', () => {
    expect(check([0, 1], [0, 3]).finish([4, 1])).toEqual({ ...NO_FAULTS, lost: 3 })
  })

  test('counts duplicates', () => {
    expect(check([0, 1], [0, 2], [0, 1], [0, 2]).finish([2, 0])).toEqual({ ...NO_FAULTS, doubled: 2 })
  })

  test('counts a late message as out of order, not as lost', () => {
    expect(check([1, 2], [1, 1]).finish([0, 2])).toEqual({ ...NO_FAULTS, outOfOrder: 1 })
  })

  test('counts messages of another room', () => {
    expect(check([0, 1], [0, 1, 8]).finish([1, 0])).toEqual({ ...NO_FAULTS, wrongRoom: 1 })
  })
})

describe('readMessage', () => {
  const message = { room: 12, seat: 1, counter: 345, atMicros: 6_789_012 } as const

  test('finds a message in any envelope', () => {
    expect(readMessage(JSON.stringify({ event: 'receive-message', data: { message: writeMessage(message) } }))).toEqual(
      message,
    )
  })

  test('ignores other texts', () => {
    expect(readMessage('{"event":"receive-message","data":{"system":true,"text":"welcome"}}')).toBeUndefined()
  })
})

describe('MessageBudget', () => {
  test('starts with half of the burst and refills at the rate', () => {
    const budget = new MessageBudget()
    for (let message = 0; message < 20; message++) budget.spend(0)
    expect(budget.waitMs(0)).toBe(0)
    budget.spend(0)
    expect(budget.waitMs(0)).toBe(200)
    expect(budget.waitMs(150)).toBe(50)
    expect(budget.waitMs(10_000)).toBe(0)
  })

  test('waits after a refusal', () => {
    const budget = new MessageBudget()
    budget.pause(100, 1_000)
    expect(budget.waitMs(300)).toBe(800)
  })
})

test('writes no message that reads like contact details, which would be covered', () => {
  for (let counter = 0; counter < 5_000; counter++) {
    const line = writeMessage({ room: counter, seat: counter % 2 === 0 ? 0 : 1, counter, atMicros: counter * 104_729 })
    expect([line, contactIn(line)]).toEqual([line, []])
  }
})
