import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createOverdueLoop, type OverdueLoop } from '../../src/battle/overdue-loop.js'

const POLL_MS = 1_000
const CLAIM_AT_MOST = 4

let loop: OverdueLoop
let overdue: string[]
let looks: string[][]
let faults: unknown[]
let broken: boolean
let nextInMs: number
let passing: Map<string, () => void>

beforeEach(() => {
  jest.useFakeTimers()
  ;[overdue, looks, faults, broken, nextInMs, passing] = [[], [], [], false, 0, new Map()]
  loop = createOverdueLoop({
    claim: async () => {
      if (broken) throw new Error('no Redis')
      const claimed = overdue.splice(0, CLAIM_AT_MOST)
      looks.push(claimed)
      return { claimed, nextInMs }
    },
    endPhase: (roomId) => new Promise<void>((resolve) => passing.set(roomId, resolve)),
    pollMs: POLL_MS,
    onPoll: (error) => void (error !== undefined && faults.push(error)),
  })
})
afterEach(() => {
  jest.useRealTimers()
})

describe('createOverdueLoop', () => {
  test('claims what is overdue at the next poll, while earlier phases are still ending', async () => {
    overdue.push('one')
    loop.start()
    await jest.advanceTimersByTimeAsync(1)
    expect(looks.flat()).toEqual(['one'])
    await jest.advanceTimersByTimeAsync(20)
    overdue.push('two')
    await jest.advanceTimersByTimeAsync(POLL_MS)
    expect(looks.flat()).toEqual(['one', 'two'])
    expect([...passing.keys()]).toEqual(['one', 'two'])
  })

  test('polls again immediately after it found something', async () => {
    for (let at = 0; at < 10; at += 1) overdue.push(`room ${at}`)
    loop.start()
    await jest.advanceTimersByTimeAsync(50)
    expect(looks.map((claimed) => claimed.length)).toEqual([4, 4, 2, 0])
  })

  test('polls when the next deadline is due, and after ten pauses at the latest', async () => {
    nextInMs = 3.5 * POLL_MS
    loop.start()
    await jest.advanceTimersByTimeAsync(3.4 * POLL_MS)
    expect(looks).toHaveLength(1)
    nextInMs = Infinity
    await jest.advanceTimersByTimeAsync(0.2 * POLL_MS)
    expect(looks).toHaveLength(2)
    await jest.advanceTimersByTimeAsync(9.8 * POLL_MS)
    expect(looks).toHaveLength(2)
    await jest.advanceTimersByTimeAsync(0.2 * POLL_MS)
    expect(looks).toHaveLength(3)
  })

  test('reports a failed poll and tries again', async () => {
    broken = true
    overdue.push('one')
    loop.start()
    await jest.advanceTimersByTimeAsync(2 * POLL_MS + 1)
    expect(faults).toHaveLength(3)
    broken = false
    await jest.advanceTimersByTimeAsync(POLL_MS)
    expect(looks.flat()).toEqual(['one'])
  })

  test('stops after the running phases, without another poll', async () => {
    overdue.push('one')
    loop.start()
    await jest.advanceTimersByTimeAsync(1)
    let ended = false
    const stopped = loop.stop().then(() => (ended = true))
    await jest.advanceTimersByTimeAsync(10)
    expect(ended).toBe(false)
    passing.get('one')?.()
    await stopped
    overdue.push('two')
    await jest.advanceTimersByTimeAsync(2 * POLL_MS)
    expect(looks.flat()).toEqual(['one'])
  })
})
