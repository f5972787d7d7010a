import { describe, expect, jest, test } from '@jest/globals'
import type { StartPeersData } from '@kla/proto/web'
import type { Adaptation, AdaptationDeps, AdaptedPeer } from '../../../../src/shared/rtc/adaptation/adaptation.js'
import { createLazyAdaptation } from '../../../../src/shared/rtc/adaptation/lazy-adaptation.js'
import { NO_LINK } from '../../../../src/shared/rtc/adaptation/link.js'
import { settle } from '../../../settle.js'
import { manualClock } from '../../realtime/manual-clock.js'

const peer = {} as AdaptedPeer
const start = { peers: [] } as never as StartPeersData

function setUp() {
  const { clock, advance } = manualClock()
  const calls: string[] = []
  const errors: unknown[] = []
  const record = (what: string) => () => void calls.push(what)
  const real: Adaptation = {
    link: () => ({ ...NO_LINK, band: 'good' }),
    watch: record('watch'),
    lose: record('lose'),
    receive: record('receive'),
    note: record('note'),
    begin: record('begin'),
    end: record('end'),
  }
  const load = jest.fn(async () => () => real)
  const adaptation = createLazyAdaptation(load)({
    clock,
    onError: (error: unknown) => errors.push(error),
  } as never as AdaptationDeps)
  return { adaptation, load, calls, errors, advance }
}

describe('createLazyAdaptation', () => {
  test('is loaded once, when a connection comes up', async () => {
    const { adaptation, load, calls } = setUp()
    adaptation.begin()
    expect(load).not.toHaveBeenCalled()
    adaptation.watch(peer, start)
    adaptation.watch(peer, start)
    await settle()
    expect(load).toHaveBeenCalledTimes(1)
    expect(calls).toEqual(['watch'])
    expect(adaptation.link()).toMatchObject({ band: 'good' })
  })

  test('has no link and takes no report while it loads', async () => {
    const { adaptation, calls } = setUp()
    adaptation.watch(peer, start)
    adaptation.receive({} as never)
    expect(adaptation.link()).toBe(NO_LINK)
    await settle()
    expect(calls).toEqual(['watch'])
  })

  test('watches nothing if the call ended while it loaded', async () => {
    const { adaptation, calls } = setUp()
    adaptation.watch(peer, start)
    adaptation.end()
    await settle()
    expect(calls).toEqual([])
    adaptation.watch(peer, start)
    expect(calls).toEqual(['watch'])
  })

  test('learns only that the connection was lost if that happened while it loaded', async () => {
    const { adaptation, calls } = setUp()
    adaptation.watch(peer, start)
    adaptation.lose(start)
    await settle()
    expect(calls).toEqual(['lose'])
  })

  test('is loaded again five seconds after a failure, while the call lasts', async () => {
    const { adaptation, load, calls, errors, advance } = setUp()
    load.mockRejectedValueOnce(new Error('gone'))
    adaptation.watch(peer, start)
    await settle()
    expect(errors).toHaveLength(1)
    advance(5_000)
    await settle()
    expect(calls).toEqual(['watch'])
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('is asked for ever less often while it cannot be loaded', async () => {
    const { adaptation, load, advance } = setUp()
    load.mockRejectedValue(new Error('gone'))
    adaptation.watch(peer, start)
    await settle()
    const pausesS = [5, 10, 20, 40, 80, 160, 300, 300]
    for (const [failures, pauseS] of pausesS.entries()) {
      advance(pauseS * 1_000 - 1)
      await settle()
      expect(load).toHaveBeenCalledTimes(failures + 1)
      advance(1)
      await settle()
    }
  })
})
