import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ChatQueue } from '../../../src/ws/overload/chat-queue.js'

/** Builds an event loop whose clock and queue the test controls; each message takes `messageMs`. */
function build({ messageMs = 0 } = {}) {
  const loop = {
    nowMs: 0,
    turns: [] as (() => void)[],
    deferred: 0,
    shed: 0,
    warnings: 0,
    errors: 0,
    log: [] as string[],
  }
  const queue = new ChatQueue({
    metrics: {
      messagesDeferred: { inc: () => void loop.deferred++ },
      messagesShed: { inc: () => void loop.shed++ },
    } as never,
    log: { error: () => void loop.errors++ } as never,
    warn: () => void loop.warnings++,
    now: () => loop.nowMs,
    nextTurn: (work) => void loop.turns.push(work),
  })
  const message = (name: string, maySay = true) => ({
    deliver: () => {
      loop.log.push(name)
      loop.nowMs += messageMs
    },
    ...(maySay && { refuse: () => void loop.log.push(`no ${name}`) }),
  })
  const turn = (): void => loop.turns.splice(0).forEach((work) => work())
  return { loop, queue, message, turn }
}

const started: ChatQueue[] = []
const start = (queue: ChatQueue): void => {
  started.push(queue)
  queue.start()
}
afterAll(() => started.forEach((queue) => queue.stop()))

test('is clear while the timers of the event loop are on time', () => {
  const { loop, queue } = build()
  start(queue)
  loop.nowMs = 49
  expect(queue.isClear()).toBe(true)
  loop.nowMs = 50
  expect(queue.isClear()).toBe(false)
  queue.tick()
  expect(queue.isClear()).toBe(true)
})

test('spends 10 ms of a turn on waiting messages, in order', () => {
  const { loop, queue, message, turn } = build({ messageMs: 1 })
  start(queue)
  for (let number = 0; number < 100; number++) queue.defer(message(String(number)))
  expect(loop.log).toEqual([])
  turn()
  expect(loop.log).toHaveLength(16)
  queue.tick()
  expect(queue.isClear()).toBe(false)
  for (let left = 0; left < 10; left++) turn()
  expect(loop.log).toEqual(Array.from({ length: 100 }, (_, number) => String(number)))
  queue.tick()
  expect(queue.isClear()).toBe(true)
  expect(loop.turns).toHaveLength(0)
})

test('refuses a message that waited for two seconds, unless it is from another gateway', () => {
  const { loop, queue, message, turn } = build()
  queue.defer(message('own'))
  queue.defer(message('relayed', false))
  loop.nowMs = 2_001
  queue.defer(message('new'))
  turn()
  expect(loop.log).toEqual(['no own', 'relayed', 'new'])
})

test('delivers the next message when one fails', () => {
  const { loop, queue, message, turn } = build()
  queue.defer({
    deliver: () => {
      throw new Error('broken')
    },
  })
  queue.defer(message('next'))
  turn()
  expect(loop.log).toEqual(['next'])
  expect(loop.errors).toBe(1)
})

test('refuses messages while 10,000 wait', () => {
  const { loop, queue, message, turn } = build()
  for (let number = 0; number < 12_000; number++) queue.defer(message(String(number)))
  expect(loop.log).toHaveLength(2_000)
  expect(loop.log[0]).toBe('no 10000')
  expect([loop.deferred, loop.shed, loop.warnings]).toEqual([12_000, 2_000, 2_000])
  turn()
  expect(loop.log).toHaveLength(12_000)
})

test('runs or refuses every message once, in order, for any sequence of queue', () => {
  const step = fc.oneof(fc.constant('message' as const), fc.constant('turn' as const), fc.nat({ max: 3_000 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { loop, queue, message, turn } = build({ messageMs: 1 })
      let said = 0
      for (const one of steps) {
        if (one === 'message') queue.defer(message(String(said++)))
        else if (one === 'turn') turn()
        else loop.nowMs += one
      }
      while (queue.waiting > 0) turn()
      expect(loop.log.map((name) => Number(name.replace('no ', '')))).toEqual(
        Array.from({ length: said }, (_, index) => index),
      )
    }),
  )
})
