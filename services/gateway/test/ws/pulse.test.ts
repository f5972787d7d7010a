import { describe, expect, test } from '@jest/globals'
import { SILENCE_MAX_MS } from '@kla/proto/web'
import { BEAT_MS, PARTS, Pulse } from '../../src/ws/pulse.js'

function world(count: number, isListening = true) {
  let nowMs = 0
  const build = () => ({
    isListening,
    silentBeats: 0,
    sentAtMs: 0,
    longestMs: 0,
    signs: 0,
    beAlive() {
      this.signs += 1
      this.send()
    },
    send() {
      this.longestMs = Math.max(this.longestMs, nowMs - this.sentAtMs)
      this.sentAtMs = nowMs
      this.silentBeats = 0
    },
  })
  const connections = new Set(Array.from({ length: count }, build))
  const pulse = new Pulse(connections)
  const pass = (ms: number, meanwhile: (nowMs: number) => void = () => undefined) => {
    for (const endMs = nowMs + ms; nowMs < endMs;) {
      nowMs += BEAT_MS / PARTS
      meanwhile(nowMs)
      pulse.sweep()
    }
  }
  return { connections, build, pass }
}

describe('Pulse', () => {
  test.each([1, 3, 10, 1_001])('keeps none of %d connections silent for longer than announced', (count) => {
    const { connections, pass } = world(count)
    pass(60_000)
    for (const { longestMs, signs } of connections) {
      expect(longestMs).toBeLessThan(SILENCE_MAX_MS)
      expect(signs).toBeGreaterThan(8)
    }
  })

  test('sends nothing where other frames are sent, whenever they are', () => {
    const { connections, pass } = world(10)
    const all = [...connections]
    pass(60_000, (nowMs) => all.forEach((one, at) => (nowMs + at * 250) % 3_000 === 0 && one.send()))
    expect(all.map(({ signs }) => signs)).toEqual(all.map(() => 0))
  })

  test('sends nothing to clients that have not asked', () => {
    const { connections, pass } = world(10, false)
    pass(60_000)
    expect([...connections].every(({ signs }) => signs === 0)).toBe(true)
  })

  test('reaches connections that open and close between its turns', () => {
    const { connections, build, pass } = world(100)
    let opened = 0
    pass(30_000, (nowMs) => {
      const [first] = connections
      if (first) connections.delete(first)
      connections.add(Object.assign(build(), { sentAtMs: nowMs }))
      opened += 1
    })
    expect(opened).toBe(120)
    for (const one of connections) expect(one.longestMs).toBeLessThan(SILENCE_MAX_MS)
  })
})
