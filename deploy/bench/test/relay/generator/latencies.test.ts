import { describe, expect, test } from '@jest/globals'
import { Latencies } from '../../../src/relay/generator/latencies.js'

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
