import { describe, expect, test } from '@jest/globals'
import { verdictsOf } from '../../src/frame/table.js'
import { figuresOf } from '../../src/page/part.js'
import type { Visit } from '../../src/page/visit.js'
import { OURS } from '../../src/frame/part.js'

const visit = (given: Partial<Visit> = {}): Visit => ({
  ...{ firstPaintMs: 400, largestPaintMs: 900, largest: 'h1: Welcome', longTasks: [] },
  ...{ requests: 12, bytes: 180_000, scriptBytes: 120_000, scriptEncodings: ['br'], text: 'Welcome', complaints: [] },
  ...given,
})

const named = (visits: Visit[], name: string) => {
  const figures = figuresOf('lobby', new Map([[OURS, visits], ['bare static page', [visit({ scriptBytes: 0 })]]]))
  return figures.find((figure) => figure.name === `lobby: ${name}`)!
}

describe('figures of visits', () => {
  test('count scripts in kilobytes, of our pages only', () => {
    expect(named([visit()], 'JavaScript over the wire').values).toEqual({ [OURS]: [120] })
  })

  test('take the longest task of a visit, or 0 without one', () => {
    const busy = visit({ longTasks: [{ startMs: 1, lastedMs: 80 }, { startMs: 200, lastedMs: 130 }] })
    expect(named([visit(), busy], 'longest task').values).toEqual({ [OURS]: [0, 130] })
  })

  test.each([
    ['JavaScript over the wire', { scriptBytes: 151_000 }],
    ['largest contentful paint', { largestPaintMs: 1_510 }],
    ['longest task', { longTasks: [{ startMs: 0, lastedMs: 101 }] }],
  ])('give %s a target, which a visit may miss', (name, missing) => {
    expect(verdictsOf(named([visit()], name))).toMatchObject([{ reached: true }])
    expect(verdictsOf(named([visit(missing)], name))).toMatchObject([{ reached: false }])
  })
})
