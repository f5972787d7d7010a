import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type * as Root from '../src/root.js'

const given = process.env['DATA_DIRECTORY']
beforeEach(() => void (process.env['DATA_DIRECTORY'] = 'elsewhere'))
afterEach(() => {
  delete process.env['DATA_DIRECTORY']
  if (given !== undefined) process.env['DATA_DIRECTORY'] = given
})

describe('the directory of local mode', () => {
  test('may be elsewhere while the clips stay with the checkout', async () => {
    const unread = String(new URL('../src/root.js?unread', import.meta.url))
    const { CLIP_DIRECTORY, CLIP_FRAMES, LOCAL_DIRECTORY, ROOT } = (await import(unread)) as typeof Root
    expect(LOCAL_DIRECTORY).toBe(resolve('elsewhere'))
    expect(CLIP_DIRECTORY).toBe(`${ROOT}.local/clips-${CLIP_FRAMES}`)
  })
})
