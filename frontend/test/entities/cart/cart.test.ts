import { describe, expect, test } from '@jest/globals'
import {
  add,
  type CheckoutState,
  createCart,
  decrease,
  increase,
  readLines,
  without,
} from '../../../src/entities/cart/cart.js'
import { fakeMemory } from '../../fake-memory.js'

describe('cart lines', () => {
  const line = (itemId: number, count: number) => ({ itemId, count })

  describe('readLines', () => {
    test('reads what was written', () => {
      const lines = [line(2, 1), line(3, 7)]
      expect(readLines(JSON.stringify(lines))).toEqual(lines)
    })

    test.each([null, '', '{', 'null', '7', '"cart"', '{"itemId":2,"count":1}'])('reads %j as an empty cart', (text) => {
      expect(readLines(text)).toEqual([])
    })

    test('drops entries that are not lines', () => {
      const counts = [0, -1, 1.5, '2', null, Number.MAX_SAFE_INTEGER + 1]
      const lines = counts.map((count) => ({ itemId: 2, count }))
      const others = [null, 'x', [], { itemId: '2', count: 1 }, { itemId: 2 }]
      expect(readLines(JSON.stringify([...lines, ...others, line(3, 2)]))).toEqual([line(3, 2)])
    })

    test('keeps each item once', () => {
      expect(readLines(JSON.stringify([line(2, 1), line(2, 9)]))).toEqual([line(2, 1)])
    })

    test('does not restore a price', () => {
      expect(readLines('[{"itemId":2,"count":1,"priceCents":1,"name":"x"}]')).toEqual([line(2, 1)])
    })
  })

  describe('editing', () => {
    test('appends a new item with a count of one', () => {
      expect(add([line(2, 4)], 3)).toEqual([line(2, 4), line(3, 1)])
    })

    test('leaves the lines unchanged when the item is already in', () => {
      expect(add([line(2, 4)], 2)).toEqual([line(2, 4)])
    })

    test('increases the count up to the limit', () => {
      expect(increase([line(1, 4)], 1, 5)).toEqual([line(1, 5)])
      expect(increase([line(1, 5)], 1, 5)).toEqual([line(1, 5)])
    })

    test('decreases the count, and removes the line at one', () => {
      expect(decrease([line(2, 2), line(3, 1)], 2)).toEqual([line(2, 1), line(3, 1)])
      expect(decrease([line(2, 1), line(3, 1)], 2)).toEqual([line(3, 1)])
    })

    test('ignores items that are not in the cart', () => {
      expect(increase([line(2, 1)], 3, 5)).toEqual([line(2, 1)])
      expect(decrease([line(2, 1)], 3)).toEqual([line(2, 1)])
    })

    test('subtracts bought items without going below zero', () => {
      expect(without([line(2, 3), line(3, 1)], [line(2, 2), line(3, 4), line(9, 1)])).toEqual([line(2, 1)])
    })
  })
})

describe('cart', () => {
  const line = (itemId: number, count: number) => ({ itemId, count })

  test('survives a reload', () => {
    const memory = fakeMemory()
    createCart(memory).change((lines) => add(lines, 2))
    expect(createCart(memory).lines()).toEqual([line(2, 1)])
  })

  test('is shared by two tabs', () => {
    const memory = fakeMemory()
    const [one, other] = [createCart(memory), createCart(memory)]
    one.change((lines) => add(lines, 2))
    other.change((lines) => add(lines, 3))
    one.change((lines) => increase(lines, 3, 99))
    expect(one.lines()).toEqual([line(2, 1), line(3, 2)])
    expect(other.lines()).toEqual(one.lines())
  })

  test('returns the same array until the lines change', () => {
    const cart = createCart(fakeMemory())
    cart.change((lines) => add(lines, 2))
    const before = cart.lines()
    expect(cart.lines()).toBe(before)
    cart.change((lines) => add(lines, 3))
    expect(cart.lines()).not.toBe(before)
  })

  test('notifies subscribers until they unsubscribe', () => {
    const cart = createCart(fakeMemory())
    let told = 0
    const stop = cart.subscribe(() => told++)
    cart.change((lines) => add(lines, 2))
    stop()
    cart.change((lines) => add(lines, 3))
    expect(told).toBe(1)
  })

  test('stays full after checkout until it is paid', () => {
    const memory = fakeMemory()
    const cart = createCart(memory)
    cart.change((lines) => add(lines, 2))
    cart.checkedOut('cs_1', cart.lines(), 0)
    expect(cart.lines()).toEqual([line(2, 1)])
    // The way back from the provider is a new page.
    createCart(memory).paid('cs_1')
    expect(cart.lines()).toEqual([])
  })

  test('keeps what was added after the checkout', () => {
    const cart = createCart(fakeMemory())
    cart.change((lines) => add(lines, 2))
    cart.checkedOut('cs_1', cart.lines(), 0)
    cart.change((lines) => add(increase(lines, 2, 99), 3))
    cart.paid('cs_1')
    expect(cart.lines()).toEqual([line(2, 1), line(3, 1)])
  })

  test('removes a purchase once, however often it is verified', () => {
    const cart = createCart(fakeMemory())
    cart.change((lines) => add(lines, 2))
    cart.checkedOut('cs_1', cart.lines(), 0)
    cart.paid('cs_1')
    cart.change((lines) => add(lines, 2))
    cart.paid('cs_1')
    expect(cart.lines()).toEqual([line(2, 1)])
  })

  test('ignores a purchase that was not checked out here', () => {
    const cart = createCart(fakeMemory())
    cart.change((lines) => add(lines, 2))
    cart.checkedOut('cs_1', cart.lines(), 0)
    cart.paid('cs_2')
    expect(cart.lines()).toEqual([line(2, 1)])
  })

  test.each(['{', 'null', '[]', '{"sessionId":7}', '{"sessionId":"cs_1","lines":"x"}'])(
    'removes nothing for a checkout stored as %s',
    (kept) => {
      const cart = createCart(fakeMemory({ 'kla-checkout': kept, 'kla-cart': '[{"itemId":2,"count":1}]' }))
      cart.paid('cs_1')
      expect(cart.lines()).toEqual([line(2, 1)])
    },
  )

  describe('after a checkout from which nobody has come back', () => {
    const DAY_MS = 24 * 3_600_000
    const checkedOut = (...sessionIds: readonly string[]) => {
      const memory = fakeMemory()
      const cart = createCart(memory)
      cart.change((lines) => add(lines, 2))
      sessionIds.forEach((sessionId) => cart.checkedOut(sessionId, cart.lines(), 0))
      return { memory, cart }
    }
    const saying =
      (states: Record<string, CheckoutState>, asked: string[] = []) =>
      async (sessionId: string) => {
        asked.push(sessionId)
        return states[sessionId] ?? 'unknown'
      }

    test('empties itself once it is known to be paid', async () => {
      const { memory } = checkedOut('cs_1')
      const cart = createCart(memory)
      expect(await cart.settle(saying({ cs_1: 'paid' }), 1)).toBe('paid')
      expect(cart.lines()).toEqual([])
      expect(await cart.settle(saying({ cs_1: 'paid' }), 1)).toBe('none')
    })

    test('finds the paid one of several, and keeps what is added afterwards when another is paid too', async () => {
      const { cart } = checkedOut('cs_1', 'cs_2')
      expect(await cart.settle(saying({ cs_1: 'paid', cs_2: 'unpaid' }), 1)).toBe('paid')
      expect(cart.lines()).toEqual([])
      cart.change((lines) => add(lines, 2))
      await cart.settle(saying({ cs_2: 'paid' }), 1)
      expect(cart.lines()).toEqual([line(2, 1)])
    })

    test.each([
      ['unpaid', 'none'],
      ['unknown', 'unknown'],
    ] as const)('stays full and asks again while it is %s', async (state, settled) => {
      const { cart } = checkedOut('cs_1')
      expect(await cart.settle(saying({ cs_1: state }), DAY_MS - 1)).toBe(settled)
      expect(cart.lines()).toEqual([line(2, 1)])
      expect(await cart.settle(saying({ cs_1: 'paid' }), DAY_MS)).toBe('paid')
    })

    test.each([
      ['missing', 0],
      ['unpaid', DAY_MS],
    ] as const)('forgets one that is %s after %d ms', async (state, nowMs) => {
      const { cart } = checkedOut('cs_1')
      await cart.settle(saying({ cs_1: state }), nowMs)
      const asked: string[] = []
      await cart.settle(saying({}, asked), nowMs)
      expect([asked, cart.lines()]).toEqual([[], [line(2, 1)]])
    })

    test('remembers the last five', async () => {
      const { cart } = checkedOut(...['cs_1', 'cs_2', 'cs_3', 'cs_4', 'cs_5', 'cs_6'])
      const asked: string[] = []
      await cart.settle(saying({}, asked), 1)
      expect(asked).toEqual(['cs_2', 'cs_3', 'cs_4', 'cs_5', 'cs_6'])
    })

    test('reads the single record of an earlier page', async () => {
      const cart = createCart(
        fakeMemory({
          'kla-checkout': '{"sessionId":"cs_1","lines":[{"itemId":2,"count":1}]}',
          'kla-cart': '[{"itemId":2,"count":1}]',
        }),
      )
      await cart.settle(saying({ cs_1: 'unpaid' }), DAY_MS)
      expect(await cart.settle(saying({ cs_1: 'paid' }), DAY_MS)).toBe('paid')
      expect(cart.lines()).toEqual([])
    })
  })
})
