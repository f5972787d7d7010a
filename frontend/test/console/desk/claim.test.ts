import { describe, expect, test } from '@jest/globals'
import { claimAfter, mayRenew, UNUSED_MS } from '../../../src/console/desk/claim.js'

describe('claimAfter', () => {
  test.each([
    ['JOB_CLAIMED', 'others'],
    ['CLAIM_LOST', 'lost'],
    ['JOB_NOT_FOUND', 'closed'],
  ])('reads %s as %s', (code, kind) => {
    expect(claimAfter({ status: 409, data: { code } })).toEqual({ kind })
  })

  test.each([
    [{ status: 'FETCH_ERROR' }],
    [{ status: 503, data: { code: 'UNAVAILABLE' } }],
    [{ status: 409, data: { code: 'CHANGED_MEANWHILE' } }],
  ])('keeps the claim after %j', (error) => {
    expect(claimAfter(error)).toBeNull()
  })
})

describe('mayRenew', () => {
  test('renews for a visible page that was used in the last ten minutes', () => {
    expect(mayRenew({ visible: true, usedAtMs: 0 }, UNUSED_MS - 1)).toBe(true)
    expect(mayRenew({ visible: true, usedAtMs: 0 }, UNUSED_MS)).toBe(false)
    expect(mayRenew({ visible: false, usedAtMs: 0 }, 1)).toBe(false)
  })
})
