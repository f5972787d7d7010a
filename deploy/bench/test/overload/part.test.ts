import { describe, expect, test } from '@jest/globals'
import { NO_FAULTS } from '../../src/relay/generator/lines.js'
import { resultOf } from '../../src/overload/part.js'
import type { OverloadRun, OverloadSize } from '../../src/overload/run.js'

const SIZE = { battles: 500, chatRooms: 2_000 } as OverloadSize

const run = (changes: Partial<OverloadRun> = {}): OverloadRun => ({
  lateness: { count: 100, p50: 3, p99: 40, max: 90 },
  ...{ deliveriesPerSecond: 30_000, chatP99Ms: 900, kept: 90, gateway: {}, battleFaults: {}, faults: [] },
  silence: { written: 100, refused: 10, shown: 90, faults: NO_FAULTS, troubles: [], troubleCount: 0 },
  mishaps: { lapsed: [], complaints: [{ process: 'gateway-1', what: 'warn: slow', entries: 2, times: 900 }] },
  ...changes,
})

const valueOf = (runs: readonly OverloadRun[], name: string): unknown =>
  resultOf(SIZE, runs).figures.find((figure) => figure.name.startsWith(name))?.values['Kla']

describe('resultOf', () => {
  test('allows refused lines and warnings', () => {
    expect(resultOf(SIZE, [run()]).faults).toEqual([])
    expect(valueOf([run()], 'warnings')).toEqual([2])
    expect(valueOf([run()], 'lines refused')).toEqual([10])
  })

  test('counts what battles and seats have lost', () => {
    const runs = [run({ battleFaults: { 'phases lost': 2, 'phases doubled': 1, 'connections lost (1006)': 4, 'own lines lost': 9 } })]
    expect(valueOf(runs, 'phases lost')).toEqual([3])
    expect(valueOf(runs, 'seats')).toEqual([4])
    expect(resultOf(SIZE, runs).faults).toContain('round 1: battles: 2 phases lost')
  })

  test.each([
    [{ kept: 89 }, 'round 1: 90 lines were shown, and the transcript has 89'],
    [{ mishaps: { lapsed: ['gateway-1-a'], complaints: [] } }, 'round 1: the lease of gateway-1-a ran out'],
    [{ faults: ['not at rest'] }, 'round 1: not at rest'],
  ])('reports a fault for %j', (changes, fault) => {
    expect(resultOf(SIZE, [run(changes)]).faults).toEqual([fault])
  })
})
