import { describe, expect, test } from '@jest/globals'
import { COLOURS, drawnAvatar, SHAPES } from '../../../src/shared/ui/drawn-avatar.js'

const names = Array.from({ length: 2_000 }, (_, at) => `Calm Otter ${at}`)

describe('drawnAvatar', () => {
  test('draws a name the same way whatever its case', () => {
    expect(drawnAvatar(' calm otter 42')).toEqual(drawnAvatar('Calm Otter 42'))
  })

  test('never draws a shape in the colour of its ground', () => {
    for (const name of names) expect(drawnAvatar(name).ink).not.toBe(drawnAvatar(name).ground)
  })

  test('uses every shape with every pair of colours for names that hardly differ', () => {
    const drawn = new Set(names.map((name) => JSON.stringify(drawnAvatar(name))))
    expect(drawn.size).toBe(SHAPES.length * COLOURS * (COLOURS - 1))
  })

  test('draws the empty name', () => {
    expect(SHAPES[drawnAvatar('').shape]).toBeDefined()
  })
})
