import { describe, expect, test } from '@jest/globals'
import { beatsBetween, createDrum } from '../../../src/shared/drum/drum.js'
import { createLateDrum } from '../../../src/shared/drum/late-drum.js'
import { isDrumMuted, rememberDrumMuted } from '../../../src/shared/drum/muted.js'
import { fakeMemory } from '../../fake-memory.js'
import { settle } from '../../settle.js'
import { manualClock } from '../realtime/manual-clock.js'

describe('beats', () => {
  test('fall on multiples of the interval, excluding the end', () => {
    expect(beatsBetween(10, 5, 10, 25)).toEqual([10, 15, 20])
    expect(beatsBetween(10, 5, 25, 30)).toEqual([25])
    expect(beatsBetween(10, 5, 11, 15)).toEqual([])
  })

  test('do not come before the rhythm begins', () => {
    expect(beatsBetween(10, 5, 0, 12)).toEqual([10])
  })
})

function setUp() {
  const { clock, advance } = manualClock(0)
  const beats: number[] = []
  /** The sound clock's own delay: a page that sleeps does not stop it. */
  let slept = 0
  const drum = createDrum(
    {
      now: () => clock.now() / 1000 + slept,
      strike: (at) => void beats.push(Math.round(at * 1000)),
      setMuted: () => undefined,
      wake: () => undefined,
      close: () => undefined,
    },
    clock,
  )
  return { drum, beats, advance, sleep: (seconds: number) => (slept += seconds) }
}

const gaps = (beats: number[]) => beats.slice(1).map((beat, index) => beat - beats[index]!)

test('plays each beat once, however often it looks ahead', () => {
  const { drum, beats, advance } = setUp()
  drum.play(500)
  advance(5_000)
  expect(beats.length).toBeGreaterThanOrEqual(10)
  expect(new Set(gaps(beats))).toEqual(new Set([500]))
})

test('continues undisturbed when the same rhythm is played again', () => {
  const { drum, beats, advance } = setUp()
  drum.play(500)
  advance(1_230)
  drum.play(500)
  advance(2_000)
  expect(new Set(gaps(beats))).toEqual(new Set([500]))
})

test('changes tempo with the phase', () => {
  const { drum, beats, advance } = setUp()
  drum.play(500)
  advance(1_000)
  const before = beats.length
  drum.play(300)
  advance(2_000)
  expect(new Set(gaps(beats.slice(before)))).toEqual(new Set([300]))
})

test('is silent after it is stopped', () => {
  const { drum, beats, advance } = setUp()
  drum.play(300)
  advance(1_000)
  drum.stop()
  const before = beats.length
  advance(5_000)
  expect(beats).toHaveLength(before)
})

test('skips beats missed while the page slept', () => {
  const { drum, beats, advance, sleep } = setUp()
  drum.play(500)
  advance(1_000)
  const before = beats.length
  sleep(60)
  advance(1_000)
  expect(beats.length - before).toBeLessThanOrEqual(3)
})

test('remembers that it is muted', () => {
  const memory = fakeMemory()
  expect(isDrumMuted(memory)).toBe(false)
  rememberDrumMuted(true, memory)
  expect(isDrumMuted(memory)).toBe(true)
  rememberDrumMuted(false, memory)
  expect(isDrumMuted(memory)).toBe(false)
})

describe('a drum that loads late', () => {
  const recorded = () => {
    const calls: string[] = []
    const note = (name: string) => (given?: unknown) => void calls.push(given === undefined ? name : `${name} ${given}`)
    const drum = {
      play: note('play'),
      stop: note('stop'),
      beat: note('beat'),
      setMuted: note('mute'),
      wake: note('wake'),
      close: note('close'),
    }
    return { drum, calls }
  }

  test('plays the latest rhythm as soon as it has loaded', async () => {
    const { drum, calls } = recorded()
    const late = createLateDrum(async () => () => drum, true)
    late.play(500)
    late.play(250)
    await settle()
    late.stop()
    expect(calls).toEqual(['mute true', 'wake', 'play 250', 'stop'])
  })

  test('is loaded again with the next gesture after a failure, and not once it is closed', async () => {
    const { drum, calls } = recorded()
    let loads = 0
    const late = createLateDrum(async () => {
      loads += 1
      if (loads === 1) throw new Error('offline')
      return () => drum
    }, false)
    late.wake()
    await settle()
    late.wake()
    late.close()
    await settle()
    expect([loads, calls]).toEqual([2, []])
  })
})
