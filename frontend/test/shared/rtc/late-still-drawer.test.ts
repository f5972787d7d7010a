import { describe, expect, test } from '@jest/globals'
import type { DrawnStill } from '../../../src/shared/rtc/draw-still.js'
import { createLateStillDrawer } from '../../../src/shared/rtc/still-ring.js'

const STILL: DrawnStill = { still: Uint8Array.of(1), patch: Uint8Array.of(2) }

function lateDrawer({ failures = 0 } = {}) {
  const drawn: string[] = []
  let loads = 0
  const draw = createLateStillDrawer<string>(async () => {
    loads += 1
    if (loads <= failures) throw new Error('no connection')
    return () => async (source) => {
      drawn.push(source)
      return STILL
    }
  })
  return { draw, drawn, loads: () => loads }
}

describe('late still drawer', () => {
  test('loads nothing before the first picture', () => {
    expect(lateDrawer().loads()).toBe(0)
  })

  test('loads once and draws every picture', async () => {
    const { draw, drawn, loads } = lateDrawer()
    expect(await Promise.all([draw('first'), draw('second')])).toEqual([STILL, STILL])
    expect(await draw('third')).toBe(STILL)
    expect([drawn, loads()]).toEqual([['first', 'second', 'third'], 1])
  })

  test('tries again with a later picture when loading failed', async () => {
    const { draw, drawn } = lateDrawer({ failures: 1 })
    await expect(draw('first')).rejects.toThrow('no connection')
    expect(await draw('second')).toBe(STILL)
    expect(drawn).toEqual(['second'])
  })
})
