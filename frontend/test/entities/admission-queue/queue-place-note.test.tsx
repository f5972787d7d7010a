import { describe, expect, test } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { QueuePlaceNote, spokenPlace } from '../../../src/entities/admission-queue/queue-place-note.js'

describe('QueuePlaceNote', () => {
  test('shows the place in the queue, and says it as a polite status', () => {
    const shown = renderToStaticMarkup(<QueuePlaceNote queuePlace={{ place: 312, of: 4_000 }} />)
    expect(shown).toContain('<p aria-hidden="true">You&#x27;re number 312 of 4,000 in line.</p>')
    expect(shown).toContain('role="status">Back in a moment. You&#x27;re number 312 in line.</p>')
  })
})

describe('spokenPlace', () => {
  test.each([
    [312, 311, 312],
    [312, 157, 312],
    [312, 156, 156],
    [2, 1, 1],
    [10, 11, 11],
  ])('after %d, at place %d, is %d', (spoken, place, expected) => {
    expect(spokenPlace(spoken, place)).toBe(expected)
  })
})
