import { describe, expect, test } from '@jest/globals'
import { afterChange } from '../../../src/console/entities/changes.js'

const refetched = (error?: unknown) => afterChange('Appeals')(undefined, error)
const refusal = (code: string) => ({ status: 409, data: { error: 'No.', code } })

describe('afterChange', () => {
  test('refetches after a change, and after a conflict with or without the current view', () => {
    expect(refetched()).toEqual(['Appeals'])
    const conflict = refusal('CHANGED_MEANWHILE')
    expect(refetched(conflict)).toEqual(['Appeals'])
    expect(refetched({ ...conflict, data: { ...conflict.data, current: { version: 2 } } })).toEqual(['Appeals'])
  })

  test('refetches nothing after other refusals', () => {
    expect(refetched(refusal('NOT_ALLOWED'))).toEqual([])
  })
})
