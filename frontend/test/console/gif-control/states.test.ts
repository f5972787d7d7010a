import { describe, expect, test } from '@jest/globals'
import { stateBefore, statesAfter } from '../../../src/console/gif-control/states.js'

describe('GIF states', () => {
  test('never leaves blocked', () => {
    expect(statesAfter('blocked')).toEqual([])
    expect(stateBefore('live', 'blocked')).toBeNull()
  })

  test('lets a draft become anything, but never a draft again', () => {
    expect(statesAfter('draft')).toEqual(['live', 'hidden', 'blocked'])
    expect(stateBefore('draft', 'live')).toBeNull()
  })

  test('restores live and hidden', () => {
    expect(statesAfter('live')).toEqual(['hidden', 'blocked'])
    expect(stateBefore('live', 'hidden')).toBe('live')
    expect(stateBefore('hidden', 'live')).toBe('hidden')
  })
})
