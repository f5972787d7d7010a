import { describe, expect, test } from '@jest/globals'
import { type Hold, type HoldState, requestHold, settleHold } from '../../src/ledger/rules.js'

const wanted = { key: 'k', accountId: 1, item: 'wild_cards' } as const
const known = (state: HoldState): Hold => ({ key: 'k', state, holds: { accountId: 1, item: 'wild_cards' } })
const tombstone: Hold = { key: 'k', state: 'released', holds: undefined }
const CONFLICT = { refused: 'CONFLICT' }

describe('a hold', () => {
  test('takes one available item', () => {
    expect(requestHold(undefined, wanted, 1)).toEqual({
      transaction: {
        key: 'hold:k',
        kind: 'hold',
        accountId: 1,
        entries: [
          { account: 'available', item: 'wild_cards', amount: -1 },
          { account: 'held', item: 'wild_cards', amount: 1 },
        ],
      },
    })
  })

  test('is idempotent', () => {
    expect(requestHold(known('held'), wanted, 0)).toBe('repeat')
    expect(requestHold(known('committed'), wanted, 0)).toBe('repeat')
    expect(requestHold(known('released'), wanted, 5)).toEqual(CONFLICT)
    expect(requestHold(tombstone, wanted, 5)).toEqual(CONFLICT)
    expect(requestHold(known('held'), { ...wanted, accountId: 2 }, 5)).toEqual(CONFLICT)
    expect(requestHold(known('held'), { ...wanted, item: 'gif_saves' }, 5)).toEqual(CONFLICT)
  })

  test("without an item is rejected with that item's reason", () => {
    expect(requestHold(undefined, wanted, 0)).toEqual({ refused: 'NO_WILD_CARDS' })
    expect(requestHold(undefined, { ...wanted, item: 'gif_saves' }, 0)).toEqual({ refused: 'NO_GIF_SAVES' })
  })

  test('keeps its first outcome', () => {
    expect(settleHold(known('held'), 'committed')).toMatchObject({ transaction: { kind: 'commit', key: 'commit:k' } })
    expect(settleHold(known('held'), 'released')).toMatchObject({ transaction: { kind: 'release', key: 'release:k' } })
    expect(settleHold(known('committed'), 'committed')).toBe('repeat')
    expect(settleHold(known('released'), 'released')).toBe('repeat')
    expect(settleHold(tombstone, 'released')).toBe('repeat')
    expect(settleHold(known('committed'), 'released')).toEqual(CONFLICT)
    expect(settleHold(known('released'), 'committed')).toEqual(CONFLICT)
    expect(settleHold(tombstone, 'committed')).toEqual(CONFLICT)
    expect(settleHold(undefined, 'committed')).toEqual(CONFLICT)
  })
})
