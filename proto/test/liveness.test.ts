import { describe, expect, test } from '@jest/globals'
import { createLiveness } from '@kla/proto/web'

/** A connection of which `advance` runs every timer in time, and `jump` each of them once, late. */
function setUp() {
  const timers: { at: number; run: () => void }[] = []
  let now = 0
  let probes = 0
  const deaths: number[] = []
  let onDead: () => void = () => undefined
  const remove = (timer: (typeof timers)[number]) =>
    void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
  const run = (timer: (typeof timers)[number]) => {
    remove(timer)
    timer.run()
  }
  const liveness = createLiveness({
    clock: {
      now: () => now,
      after(delayMs, then) {
        const timer = { at: now + delayMs, run: then }
        timers.push(timer)
        return () => remove(timer)
      },
    },
    probe: () => void (probes += 1),
    dead() {
      deaths.push(now)
      onDead()
    },
  })
  return {
    liveness,
    deaths,
    probes: () => probes,
    whenDead: (then: () => void) => void (onDead = then),
    advance(ms: number) {
      const until = now + ms
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        now = Math.max(now, next.at)
        run(next)
      }
      now = until
    },
    jump(ms: number) {
      now += ms
      for (const timer of timers.filter(({ at }) => at <= now)) if (timers.includes(timer)) run(timer)
    },
  }
}

/** A connection that has announced its interval. */
function listening() {
  const world = setUp()
  world.liveness.begin()
  world.liveness.announced(6_000)
  return world
}

describe('createLiveness', () => {
  test('probes once when a connection opens', () => {
    expect(listening().probes()).toBe(1)
  })

  test('finds a connection dead within ten seconds of its last frame', () => {
    const { liveness, advance, deaths } = listening()
    for (let frames = 0; frames < 20; frames += 1) {
      advance(6_000)
      liveness.heard()
    }
    expect(deaths).toEqual([])
    advance(10_000)
    expect(deaths).toHaveLength(1)
  })

  test('finds a connection dead sooner while an answer is due', () => {
    const { liveness, advance, deaths } = listening()
    advance(1_000)
    liveness.asked()
    advance(6_000)
    expect(deaths).toEqual([7_000])
  })

  test('keeps a connection whose probe is answered', () => {
    const { liveness, advance, deaths, probes } = listening()
    advance(7_000)
    expect(probes()).toBe(2)
    liveness.heard()
    advance(3_000)
    expect(deaths).toEqual([])
  })

  test('suspects nothing while the gateway announces no interval', () => {
    const { liveness, advance, deaths, probes } = setUp()
    liveness.begin()
    advance(3_600_000)
    expect([probes(), deaths]).toEqual([1, []])
  })

  test('doubles the deadline for each connection in a row that answers no probe', () => {
    const { liveness, advance, deaths, whenDead } = setUp()
    whenDead(() => {
      liveness.begin()
      liveness.check()
    })
    liveness.begin()
    liveness.check()
    advance(45_000)
    expect(deaths).toEqual([3_000, 9_000, 21_000, 45_000])
  })

  test('reports a dead connection once', () => {
    const { advance, deaths, probes } = listening()
    advance(60_000)
    expect([deaths.length, probes()]).toEqual([1, 2])
  })
})

describe('createLiveness with timers that are held back', () => {
  test('keeps the connection of a hidden tab that receives frames', () => {
    const { liveness, jump, deaths } = listening()
    for (let minutes = 0; minutes < 10; minutes += 1) {
      jump(58_000)
      liveness.heard()
      jump(2_000)
    }
    expect(deaths).toEqual([])
  })

  test('probes after sleep, and gives the answer time to be read', () => {
    const { liveness, jump, deaths, probes } = listening()
    jump(3_600_000)
    expect(probes()).toBe(2)
    jump(60_000)
    expect([probes(), deaths]).toEqual([3, []])
    liveness.heard()
    jump(3_000)
    expect(deaths).toEqual([])
  })

  test('finds a dead connection at the second try', () => {
    const { jump, deaths } = listening()
    jump(60_000)
    jump(60_000)
    jump(60_000)
    expect(deaths).toHaveLength(1)
  })

  test('works again after the clock was set back', () => {
    const { jump, deaths } = listening()
    jump(-3_600_000)
    jump(3_600_000)
    for (let seconds = 0; seconds < 12; seconds += 1) jump(1_000)
    expect(deaths.length).toBeGreaterThan(0)
  })
})
