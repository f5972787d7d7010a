import { expect, test } from '@jest/globals'
import { stateBefore, statesAfter } from '../../../src/console/gif-control/states.js'

test('blocking is final', () => {
  expect(statesAfter('blocked')).toEqual([])
  expect(stateBefore('live', 'blocked')).toBeNull()
})

test('a draft can become anything, and is never one again', () => {
  expect(statesAfter('draft')).toEqual(['live', 'hidden', 'blocked'])
  expect(stateBefore('draft', 'live')).toBeNull()
})

test('what was shown or hidden can be so again', () => {
  expect(statesAfter('live')).toEqual(['hidden', 'blocked'])
  expect(stateBefore('live', 'hidden')).toBe('live')
  expect(stateBefore('hidden', 'live')).toBe('hidden')
})
