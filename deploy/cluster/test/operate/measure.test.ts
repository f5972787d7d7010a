import { describe, expect, test } from '@jest/globals'
import { type Change, type Cluster, type Figures, measure, type Step } from '@kla/cluster'

const FIGURES: Figures = {
  battlesEnded: 1,
  battlesLost: 0,
  linesLost: 0,
  phasesLost: 0,
  numbersMissed: 0,
  disordered: 0,
  p99Ms: 1,
  errors: {},
}

function arrange(
  faults: { begin?: string; act?: string; ready?: string; finish?: string; undo?: string } = {},
  change?: Change,
  more: Partial<Step> = {},
) {
  const calls: string[] = []
  const call = (name: string, fault?: string): Promise<void> => {
    calls.push(name)
    return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault))
  }
  const cluster = {
    ready: () => call('ready', faults.ready),
    settled: () => call('settled'),
  } as unknown as Cluster
  const act = (): Promise<Change | undefined> => call('act', faults.act).then(() => change)
  const undoing = 'undo' in faults ? { undo: () => call('undo', faults.undo) } : {}
  const step: Step = { group: 'roll', name: 'x', act, ...undoing, ...more }
  const begin = async () => {
    await call('begin', faults.begin)
    return { finish: () => call('finish', faults.finish).then(() => ({ figures: FIGURES, late: [] })) }
  }
  return { calls, row: () => measure(step, { cluster, begin, pauseMs: 0 }) }
}

describe('measure', () => {
  test('changes during battles and ends them once all is Ready and settled', async () => {
    const { calls, row } = arrange()
    expect(await row()).toEqual({ step: 'x', readySeconds: expect.any(Number), figures: FIGURES })
    expect(calls).toEqual(['begin', 'act', 'ready', 'settled', 'finish'])
  })

  test('changes nothing when no battle could begin', async () => {
    const { calls, row } = arrange({ begin: 'no seat' })
    expect(await row()).toEqual({ step: 'x', failure: 'no seat' })
    expect(calls).toEqual(['begin'])
  })

  test('ends battles and keeps their figures after a failed change', async () => {
    const { calls, row } = arrange({ act: 'no pod' })
    expect(await row()).toEqual({ step: 'x', failure: 'no pod', figures: FIGURES })
    expect(calls).toEqual(['begin', 'act', 'finish'])
  })

  test('names both faults when pods do not come back and bots neither', async () => {
    const { row } = arrange({ ready: 'not Ready', finish: 'silent' })
    expect(await row()).toEqual({ step: 'x', failure: 'not Ready; silent' })
  })

  test('keeps what the change has to say, and its faults', async () => {
    const { row } = arrange({}, { notes: ['a line'], faults: ['too late', 'lost'] })
    expect(await row()).toMatchObject({ notes: ['a line'], failure: 'too late; lost', figures: FIGURES })
  })

  test('takes back what the step needed, after the battles and after a failed change', async () => {
    const { calls, row } = arrange({ act: 'no pod', undo: 'no helm' })
    expect(await row()).toEqual({ step: 'x', failure: 'no pod; no helm', figures: FIGURES })
    expect(calls).toEqual(['begin', 'act', 'finish', 'undo'])
  })

  test('begins battles only after a change that leaves none alone', async () => {
    const { calls, row } = arrange({}, undefined, { isAlone: true })
    expect(await row()).toMatchObject({ readySeconds: expect.any(Number), figures: FIGURES })
    expect(calls).toEqual(['act', 'ready', 'begin', 'settled', 'finish'])
  })

  test('plays no battle after such a change that failed', async () => {
    const { calls, row } = arrange({ act: 'no copy' }, undefined, { isAlone: true })
    expect(await row()).toEqual({ step: 'x', failure: 'no copy' })
    expect(calls).toEqual(['act'])
  })
})
