import { describe, expect, test } from '@jest/globals'
import { createRecord, isPassed, recordLines } from '../../src/drill/record.js'

function timed(...times: number[]) {
  const said: string[] = []
  const ending = new AbortController()
  const options = { say: (line: string) => said.push(line), now: () => times.shift() ?? 0, signal: ending.signal }
  return { said, ending, record: createRecord(options) }
}

describe('a record', () => {
  test('lists steps with seconds and losses with their reason', async () => {
    const { said, record } = timed(0, 1_500, 1_500, 1_700)
    expect(await record.step('back up', async () => 7)).toBe(7)
    await record.step('restore', async () => undefined)
    record.lost('sessions', 'Redis is not restored')
    expect(said).toEqual(['ok        1.5 s  back up', 'ok        0.2 s  restore'])
    expect(isPassed(record)).toBe(true)
    expect(recordLines(record)).toEqual([
      '| step | seconds |',
      '|---|---|',
      '| back up | 1.5 |',
      '| restore | 0.2 |',
      '| in all | 1.7 |',
      '',
      '| lost | why |',
      '|---|---|',
      '| sessions | Redis is not restored |',
    ])
  })

  test('rejects with the fault of a step and has not passed', async () => {
    const { said, record } = timed(0, 2_000)
    const failing = record.step('restore', async () => {
      throw new Error('no such file')
    })
    await expect(failing).rejects.toThrow('no such file')
    expect(said).toEqual(['FAILED    2.0 s  restore: no such file'])
    expect(isPassed(record)).toBe(false)
    expect(recordLines(record)).toContain('| restore (failed) | 2.0 |')
  })

  test('ends a step that hangs when the drill is stopped', async () => {
    const { ending, record } = timed(0, 1_000)
    const hanging = record.step('restore', () => new Promise(() => undefined))
    ending.abort()
    await expect(hanging).rejects.toThrow('its time is over')
    expect(isPassed(record)).toBe(false)
  })

  test('has not passed without a step', () => {
    expect(isPassed(timed().record)).toBe(false)
  })
})
