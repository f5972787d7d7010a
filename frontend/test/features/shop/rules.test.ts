import { describe, expect, test } from '@jest/globals'
import { CATALOGUE, QUANTITY_MAX, REASONS } from '@kla/proto/web'
import type { Offer } from '../../../src/entities/shop/shop.js'
import {
  droppedItems,
  droppedWords,
  goToPayment,
  itemCount,
  limitReached,
  lineCents,
  priceLines,
  problemBefore,
  problemOf,
  receiptHint,
  seasonEndWords,
  subtotalCents,
  toCartLines,
  whatItGives,
} from '../../../src/features/shop/rules.js'
import { formatMoney } from '../../../src/shared/format.js'
import { whenWords } from '../../../src/shared/time/when-words.js'

describe('checkout problems', () => {
  const stripe = { provider: 'stripe', publishableKey: 'pk_1' } as const
  const acquirer = { provider: 'acquirer', publishableKey: '' } as const

  describe('before paying', () => {
    test('finds none with an e-mail and a key', () => {
      expect(problemBefore('me@kla.test', stripe)).toBeNull()
    })

    test.each(['', '  \t'])('requires an e-mail for the receipt and rejects %j', (email) => {
      expect(problemBefore(email, stripe)).toEqual({ about: 'email', text: 'Please enter an email for the receipt.' })
    })

    test.each(['nonsense', 'a@b', 'a b@c.d', '@b.c', 'a@b..c'])('reports %j as an incomplete address', (email) => {
      expect(problemBefore(email, stripe)).toEqual({
        about: 'email',
        text: "That email address isn't complete. It should look like name@example.com.",
      })
    })

    test("uses the contract's texts", () => {
      expect(problemBefore('a@b', stripe)?.text).toBe(REASONS.RECEIPT_EMAIL_INVALID.text)
      expect(problemBefore('', stripe)?.text).toBe(REASONS.RECEIPT_EMAIL_REQUIRED.text)
    })

    test('requires the key for Stripe', () => {
      expect(problemBefore('me@kla.test', { ...stripe, publishableKey: '' })).toEqual({
        about: 'checkout',
        text: 'Stripe publishable key missing. Set VITE_STRIPE_PUBLISHABLE_KEY or REACT_APP_STRIPE_PK.',
      })
    })

    test('requires no key for another provider', () => {
      expect(problemBefore('me@kla.test', acquirer)).toBeNull()
    })

    test('finds none while the configuration is unknown', () => {
      expect(problemBefore('me@kla.test', undefined)).toBeNull()
    })
  })

  describe('after a failed checkout', () => {
    const FAILED = 'Checkout failed. Please try again.'

    test.each(['RECEIPT_EMAIL_REQUIRED', 'RECEIPT_EMAIL_INVALID'] as const)(
      'shows %s in one line beside the address',
      (code) => {
        const { text } = REASONS[code]
        expect(problemOf({ status: 400, data: { error: text, code } })).toEqual({ about: 'email', text })
      },
    )

    test("adds the server's refusal", () => {
      const refusal = "One of these items isn't on sale right now."
      const error = { status: 400, data: { error: refusal, code: 'ITEM_NOT_ON_SALE' } }
      expect(problemOf(error)).toEqual({ about: 'checkout', text: FAILED, detail: refusal })
    })

    test('does not repeat itself', () => {
      expect(problemOf({ status: 429, data: { error: FAILED, code: 'X' } })).toEqual({
        about: 'checkout',
        text: FAILED,
      })
    })

    test('hides the text of a server error', () => {
      const error = { status: 500, data: { error: 'Something went wrong on our side.', code: 'INTERNAL' } }
      expect(problemOf(error)).toEqual({ about: 'checkout', text: FAILED })
    })

    test('says when the server did not answer', () => {
      expect(problemOf({ status: 'FETCH_ERROR', error: 'TypeError' })).toMatchObject({
        text: FAILED,
        detail: "We can't reach Kla.",
      })
    })

    test.each([[undefined], [{ status: 'PARSING_ERROR', originalStatus: 502, data: '<html>' }]])(
      '%j is one too',
      (error) => {
        expect(problemOf(error)).toEqual({ about: 'checkout', text: FAILED })
      },
    )
  })
})

describe('droppedWords', () => {
  test('names what is no longer sold', () => {
    expect(droppedWords([1])).toBe('Battle Pass [1 Season]: not on sale right now, so we removed it from your cart.')
    expect(droppedWords([1, 999])).toBe(
      'Battle Pass [1 Season], An item: not on sale right now, so we removed them from your cart.',
    )
  })

  test('is empty while everything is on sale', () => {
    expect(droppedWords([])).toBeNull()
  })
})

describe('goToPayment', () => {
  const FAILED = 'Stripe redirection failed.'

  test("redirects to the server's address", () => {
    const gone: string[] = []
    expect(goToPayment('https://pay.test/cs_1?a=b', (url) => gone.push(url))).toBeNull()
    expect(gone).toEqual(['https://pay.test/cs_1?a=b'])
  })

  test("returns the error's text, or a general one", () => {
    const failing = (error: unknown) => () => {
      throw error
    }
    expect(goToPayment('https://pay.test', failing(new Error('Blocked by the browser.')))).toBe(
      'Blocked by the browser.',
    )
    expect(goToPayment('https://pay.test', failing(new Error('')))).toBe(FAILED)
    expect(goToPayment('https://pay.test', failing(null))).toBe(FAILED)
  })

  test.each(['', 'pay', '/pay', 'javascript:alert(1)', 'data:text/html,x'])('rejects %j as a payment page', (url) => {
    const gone: string[] = []
    expect(goToPayment(url, (to) => gone.push(to))).toBe(FAILED)
    expect(gone).toEqual([])
  })
})

describe('priceLines', () => {
  const OFFERS: readonly Offer[] = CATALOGUE.map((item) => ({ ...item, price: item.priceCents / 100 }))
  const [pass, saves, cards] = OFFERS as unknown as [Offer, Offer, Offer]
  const line = (itemId: number, count: number) => ({ itemId, count })

  test('takes prices from the offers', () => {
    const lines = priceLines([line(saves.id, 2), line(cards.id, 1)], OFFERS)
    expect(lines.map(lineCents)).toEqual([598, 249])
    expect(formatMoney(subtotalCents(lines))).toBe('$8.47')
    expect(itemCount(lines)).toBe(3)
  })

  test('costs nothing for an empty cart', () => {
    expect(subtotalCents([])).toBe(0)
    expect(itemCount([])).toBe(0)
  })

  test('drops items that are off sale', () => {
    const lines = priceLines([line(pass.id, 1), line(saves.id, 2)], [saves, cards])
    expect(toCartLines(lines)).toEqual([line(saves.id, 2)])
  })

  test('reports the dropped items', () => {
    expect(droppedItems([line(pass.id, 1), line(saves.id, 2)], [saves, cards])).toEqual([pass.id])
    expect(droppedItems([line(saves.id, 2)], OFFERS)).toEqual([])
  })

  test('caps counts at the limit, whatever was stored', () => {
    const lines = priceLines([line(pass.id, 9), line(saves.id, 1_000_000)], OFFERS)
    expect(toCartLines(lines)).toEqual([line(pass.id, 5), line(saves.id, QUANTITY_MAX)])
  })

  test('explains a count at its limit', () => {
    expect(limitReached({ offer: pass, count: 4 })).toBeUndefined()
    expect(limitReached({ offer: pass, count: 5 })).toBe('Max 5 per purchase')
    expect(limitReached({ offer: { ...saves, maxPerPurchase: 3 }, count: 3 })).toBe('Max 3 per purchase')
  })
})

describe('receiptHint', () => {
  test('says that Stripe gets the address', () => {
    expect(receiptHint({ provider: 'stripe', publishableKey: 'pk_1' })).toBe(
      "We send it to the payment provider with your purchase. We don't keep it.",
    )
  })

  test('says that another provider asks for it itself', () => {
    const hint = receiptHint({ provider: 'acquirer', publishableKey: '' })
    expect(hint).toContain('The payment page asks for it')
    expect(hint).not.toContain('goes to the payment provider')
  })

  test('promises nothing while the provider is unknown', () => {
    expect(receiptHint(undefined)).toBe("We don't keep it.")
  })
})

describe('seasonEndWords', () => {
  const season = {
    id: 'season',
    name: 'Season of the Bell',
    starts_at: '2026-10-01T00:00:00Z',
    ends_at: '2026-12-31T00:00:00Z',
    claimable_until: '2027-01-14T00:00:00Z',
    points_played: 10,
    points_won: 15,
    tiers: [],
  }
  const itemGiving = (item: string) => CATALOGUE.find(({ grants }) => grants.item === item)!.id
  const pass = itemGiving('battle_passes')
  const wordsAt = (iso: string) => seasonEndWords(pass, season, Date.parse(iso))

  test('says when the season of a pass ends', () => {
    expect(wordsAt('2026-11-21T00:00:00Z')).toBe(`This season ends ${whenWords(season.ends_at)}.`)
  })

  test('is empty when no season runs', () => {
    expect(wordsAt('2026-09-30T23:59:59Z')).toBeNull()
    expect(wordsAt('2026-12-31T00:00:00Z')).toBeNull()
    expect(seasonEndWords(pass, null, Date.parse('2026-11-21T00:00:00Z'))).toBeNull()
  })

  test('is empty for other items', () => {
    expect(seasonEndWords(itemGiving('gif_saves'), season, Date.parse('2026-11-21T00:00:00Z'))).toBeNull()
  })
})

describe('whatItGives', () => {
  test('says how many units a pack gives', () => {
    expect(whatItGives(2)).toContain('10 saves')
    expect(whatItGives(3)).toContain('25 plays')
  })

  test('describes everything in the catalogue', () => {
    for (const { id } of CATALOGUE) expect(whatItGives(id)).not.toBe('')
  })

  test('is empty for an unknown item', () => {
    expect(whatItGives(99)).toBe('')
  })
})
