import { expect, test } from '@jest/globals'
import { readBotsOptions } from '../../src/commands/bots-options.js'

test('defaults to two hundred battles at once without changes', () => {
  expect(readBotsOptions([])).toMatchObject({
    battles: 200,
    concurrency: 200,
    rounds: 3,
    changes: [],
    processes: {},
    timelines: [],
  })
})

test('puts scalings before rollouts, each as a change of its own', () => {
  const { changes, processes } = readBotsOptions(['--roll', 'gateway', '--scale', 'game-engine=1,4,2'])
  expect(changes.map(({ label }) => label)).toEqual(['game-engine: 4', 'game-engine: 2', 'rollout of gateway'])
  expect(processes).toEqual({ gateway: 2, 'game-engine': 1 })
})

test('operates another platform by kubectl and sets only scaled services first', () => {
  const args = [
    '--url',
    'https://kla.example',
    '--scale',
    'game-engine=1,4',
    '--roll',
    'gateway',
    '--kill',
    'game-engine',
  ]
  const { changes, processes, cluster } = readBotsOptions([...args, '--namespace', 'games', '--release', 'live'])
  expect(changes.map(({ label }) => label)).toEqual(['game-engine: 4', 'rollout of gateway', 'game-engine killed'])
  expect(processes).toEqual({ 'game-engine': 1 })
  expect(cluster).toEqual({ namespace: 'games', release: 'live', context: undefined })
})

test.each([
  [['--battles', '0'], '--battles must be'],
  [['--scale', 'game-engine'], '--scale needs'],
  [['--scale', 'nothing=1,2'], '--scale needs'],
  [['--roll', 'nothing'], 'no service nothing'],
  [['--kill', 'nothing'], 'no service nothing'],
])('rejects %j with a reason', (args, reason) => {
  expect(() => readBotsOptions(args)).toThrow(reason)
})
