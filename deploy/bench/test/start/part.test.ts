import { describe, expect, test } from '@jest/globals'
import { breakdown } from '../../src/start/part.js'
import { lastLine, type Start } from '../../src/start/start-once.js'

const start = (more: number): Start => ({
  readyMs: 9_000 + more,
  printed: [
    { line: 'Starting PostgreSQL, Redis and NATS', atMs: 1_000 + more, cpuMs: 900 },
    { line: 'Kla is open at http://localhost:8080', atMs: 9_000 + more, cpuMs: 16_000 },
  ],
  services: [
    { service: 'auth', pid: 1, atMs: 7_000 + more },
    { service: 'gateway', pid: 2, atMs: 6_000 },
  ],
  cpuMs: { auth: 1_500, gateway: 2_500 },
})

test('breaks the start down by medians', () => {
  expect(breakdown([start(0), start(1_000), start(400)])).toEqual([
    'Begins after, s (processor time until then): “Starting PostgreSQL, Redis and NATS” 1.4 (0.9), “Kla is open” 9.4 (16.0).',
    'Ready after, s: gateway 6.0, auth 7.4.',
    'Processor time until all was ready, s: auth 1.5, gateway 2.5.',
  ])
})

describe('readyTimes', () => {
  test('finds the ready line at the end of a log', () => {
    const line = (time: number): string => JSON.stringify({ time, pid: 7, service: 'auth', msg: 'started' })
    expect(lastLine(`${line(5)}\n${line(9)}\nplain words\n`)).toMatchObject({ time: 9, pid: 7 })
    expect(lastLine('plain words')).toBeUndefined()
  })
})
