import { expect, test } from '@jest/globals'
import { readBotsOptions } from '../src/bots-options.js'

test('a bare call plays two hundred battles at once, and changes nothing', () => {
  expect(readBotsOptions([])).toMatchObject({ battles: 200, concurrency: 200, rounds: 3, changes: [], processes: {}, timelines: [] })
})

test('scalings come before rollouts, each as a change of its own', () => {
  const { changes, processes } = readBotsOptions(['--roll', 'gateway', '--scale', 'game-engine=1,4,2'])
  expect(changes.map(({ label }) => label)).toEqual(['game-engine: 4', 'game-engine: 2', 'rollout of gateway'])
  expect(processes).toEqual({ gateway: 2, 'game-engine': 1 })
})

test.each([
  [['--battles', '0'], '--battles wants'],
  [['--scale', 'game-engine'], '--scale wants'],
  [['--scale', 'nothing=1,2'], '--scale wants'],
  [['--roll', 'nothing'], 'no service nothing'],
  [['--roll', 'gateway', '--url', 'http://localhost:8080'], 'platform of their own'],
])('%j is refused with a reason', (args, reason) => {
  expect(() => readBotsOptions(args)).toThrow(reason)
})
