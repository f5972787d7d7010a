import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { LineTurns } from '../../../src/ws/overload/chat-queue.js'

/** Builds an event loop whose clock and turns the test controls; each message takes `lineMs`. */
function build({ lineMs = 0 } = {}) {
  const loop = { nowMs: 0, turns: [] as (() => void)[], deferred: 0, shed: 0, warnings: 0, log: [] as string[] }
  const turns = new LineTurns({
    metrics: {
      linesDeferred: { inc: () => void loop.deferred++ },
      linesShed: { inc: () => void loop.shed++ },
    } as never,
    warn: () => void loop.warnings++,
    now: () => loop.nowMs,
    nextTurn: (work) => void loop.turns.push(work),
  })
  const line = (name: string, maySay = true) => ({
    run: () => {
      loop.log.push(name)
      loop.nowMs += lineMs
    },
    ...(maySay && { shed: () => void loop.log.push(`no ${name}`) }),
  })
  const turn = (): void => loop.turns.splice(0).forEach((work) => work())
  return { loop, turns, line, turn }
}

const started: LineTurns[] = []
const start = (turns: LineTurns): void => {
  started.push(turns)
  turns.start()
}
afterAll(() => started.forEach((turns) => turns.stop()))

test('is clear while the timers of the event loop are on time', () => {
  const { loop, turns } = build()
  start(turns)
  loop.nowMs = 49
  expect(turns.isClear()).toBe(true)
  loop.nowMs = 50
  expect(turns.isClear()).toBe(false)
  turns.tick()
  expect(turns.isClear()).toBe(true)
})

test('spends 10 ms of a turn on waiting messages, in order', () => {
  const { loop, turns, line, turn } = build({ lineMs: 1 })
  start(turns)
  for (let number = 0; number < 100; number++) turns.defer(line(String(number)))
  expect(loop.log).toEqual([])
  turn()
  expect(loop.log).toHaveLength(16)
  turns.tick()
  expect(turns.isClear()).toBe(false)
  for (let left = 0; left < 10; left++) turn()
  expect(loop.log).toEqual(Array.from({ length: 100 }, (_, number) => String(number)))
  turns.tick()
  expect(turns.isClear()).toBe(true)
  expect(loop.turns).toHaveLength(0)
})

test('refuses a message that waited for two seconds, unless it is from another gateway', () => {
  const { loop, turns, line, turn } = build()
  turns.defer(line('own'))
  turns.defer(line('relayed', false))
  loop.nowMs = 2_001
  turns.defer(line('new'))
  turn()
  expect(loop.log).toEqual(['no own', 'relayed', 'new'])
})

test('refuses messages while 10,000 wait', () => {
  const { loop, turns, line, turn } = build()
  for (let number = 0; number < 12_000; number++) turns.defer(line(String(number)))
  expect(loop.log).toHaveLength(2_000)
  expect(loop.log[0]).toBe('no 10000')
  expect([loop.deferred, loop.shed, loop.warnings]).toEqual([12_000, 2_000, 2_000])
  turn()
  expect(loop.log).toHaveLength(12_000)
})

test('runs or refuses every message once, in order, for any sequence of turns', () => {
  const step = fc.oneof(fc.constant('line' as const), fc.constant('turn' as const), fc.nat({ max: 3_000 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { loop, turns, line, turn } = build({ lineMs: 1 })
      let said = 0
      for (const one of steps) {
        if (one === 'line') turns.defer(line(String(said++)))
        else if (one === 'turn') turn()
        else loop.nowMs += one
      }
      while (turns.waiting > 0) turn()
      expect(loop.log.map((name) => Number(name.replace('no ', '')))).toEqual(
        Array.from({ length: said }, (_, index) => index),
      )
    }),
  )
})
