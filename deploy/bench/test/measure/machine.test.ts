import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from '@jest/globals'
import { cpuMicrosByName, parseStat, residentBytesByName } from '../../src/measure/machine.js'

describe('parseStat', () => {
  test('reads the parent, and processor time with ended children', () => {
    const line = '42 (a (strange) name) S 7 42 42 0 -1 4194560 100 0 0 0 150 50 20 5 20 0 1 0 100 1000 10 99'
    expect(parseStat(line)).toEqual({
      program: 'a (strange) name',
      parent: 7,
      cpuMicros: 2_250_000,
      residentBytes: 40_960,
    })
  })

  test('returns undefined for an empty text', () => {
    expect(parseStat('')).toBeUndefined()
  })
})

test('counts a process with its children, ended ones included', async () => {
  // Half a second of work in a grandchild that is gone, and a child that stays.
  const work = 'const until = Date.now() + 500; while (Date.now() < until);'
  const program = [
    `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(work)}])`,
    'console.log("done")',
    'setInterval(() => {}, 1000)',
  ].join(';')
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(child.stdout, 'data')
    const cpu = await cpuMicrosByName({ worker: child.pid ?? -1, nobody: 2 ** 22 + 1 })
    expect(cpu['worker']).toBeGreaterThan(50_000)
    expect(cpu['nobody']).toBe(0)
    expect((await residentBytesByName({ worker: child.pid ?? -1 }))['worker']).toBeGreaterThan(10_000_000)
  } finally {
    child.kill('SIGKILL')
  }
})
