import { describe, expect, test } from '@jest/globals'
import { filledEvenly, fillProblem } from '../../../src/console/battle-pass-editor/fill-evenly.js'
import { draftOf } from '../../../src/console/battle-pass-editor/season-draft.js'
import { season } from './season.js'

const { tiers } = draftOf(season)
const pointsOf = (filled: readonly { points: string }[]) => filled.map(({ points }) => Number(points))

describe('filledEvenly', () => {
  test('spaces points evenly up to the chosen last tier', () => {
    expect(pointsOf(filledEvenly([], { count: 4, top: 1000, fixed: 0 }))).toEqual([250, 500, 750, 1000])
    expect(pointsOf(filledEvenly([], { count: 3, top: 100, fixed: 0 }))).toEqual([33, 67, 100])
  })

  test('keeps the rewards of existing tiers', () => {
    const filled = filledEvenly(tiers, { count: 5, top: 500, fixed: 0 })
    expect(filled[1]?.pass).toEqual({ item: 'wild_cards', units: '5' })
    expect(filled[4]?.free.item).toBe('')
  })

  test('keeps published tiers and begins above them', () => {
    const filled = filledEvenly(tiers, { count: 5, top: 500, fixed: 3 })
    expect(filled.slice(0, 3)).toEqual(tiers)
    expect(pointsOf(filled).slice(3)).toEqual([400, 500])
  })

  test.each([
    { count: 0, top: 100, fixed: 0 },
    { count: 101, top: 1000, fixed: 0 },
    { count: 3, top: 900, fixed: 3 },
    { count: 10, top: 9, fixed: 0 },
    { count: 5, top: 301, fixed: 3 },
  ])('rejects %j', (filling) => {
    expect(fillProblem(tiers, filling)).not.toBeNull()
  })

  test('accepts as many points as tiers, each above the one before', () => {
    expect(fillProblem([], { count: 100, top: 100, fixed: 0 })).toBeNull()
    expect(pointsOf(filledEvenly([], { count: 100, top: 100, fixed: 0 }))).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
  })
})
