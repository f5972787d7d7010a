import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openLogWindow, warningsIn } from '../../src/measure/log-window.js'

const entry = (level: number, msg: string, more: object = {}): string => `${JSON.stringify({ level, msg, ...more })}\n`

describe('warningsIn', () => {
  test('counts warnings and errors by message, and nothing below', () => {
    const text = entry(30, 'ready') + entry(40, 'slow') + entry(40, 'slow') + entry(50, 'failed')
    expect([...warningsIn(text)]).toEqual([
      ['warn: slow', { entries: 2, times: 2 }],
      ['error: failed', { entries: 1, times: 1 }],
    ])
  })

  test('counts an entry that stands for many as many', () => {
    expect([...warningsIn(entry(40, 'slow') + entry(40, 'slow', { times: 900 }))]).toEqual([
      ['warn: slow', { entries: 2, times: 901 }],
    ])
  })

  test('counts output that is no log entry', () => {
    expect([...warningsIn('Error: out of memory\n\n7\nnull\n')]).toEqual([
      ['output that is no log entry', { entries: 3, times: 3 }],
    ])
  })
})

describe('openLogWindow', () => {
  let directory = ''
  beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'kla-logs-'))))
  afterEach(() => rm(directory, { recursive: true }))

  test('names the processes that complained since it was opened', async () => {
    const [rooms, auth] = ['rooms-1', 'auth-1'].map((name) => ({ name, logFile: join(directory, name) }))
    if (!rooms || !auth) throw new Error('no processes')
    await appendFile(rooms.logFile, entry(40, 'from before'))
    await appendFile(auth.logFile, '')
    const close = await openLogWindow([rooms, auth])
    await appendFile(rooms.logFile, entry(40, 'größer') + entry(30, 'fine'))
    expect(await close()).toEqual([{ process: 'rooms-1', what: 'warn: größer', entries: 1, times: 1 }])
  })
})
