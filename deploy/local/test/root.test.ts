import { resolve } from 'node:path'
import { describe, expect, test } from '@jest/globals'

describe('the directory of local mode', () => {
  test('may be elsewhere while the clips stay with the checkout', async () => {
    process.env['DATA_DIRECTORY'] = 'elsewhere'
    const { CLIP_DIRECTORY, CLIP_FRAMES, LOCAL_DIRECTORY, ROOT } = await import('../src/root.js')
    expect(LOCAL_DIRECTORY).toBe(resolve('elsewhere'))
    expect(CLIP_DIRECTORY).toBe(`${ROOT}.local/clips-${CLIP_FRAMES}`)
  })
})
