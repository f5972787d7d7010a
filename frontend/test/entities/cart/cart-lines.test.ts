import { describe, expect, test } from '@jest/globals'
import { add, decrease, increase, readLines, without } from '../../../src/entities/cart/cart-lines.js'

const line = (itemId: number, count: number) => ({ itemId, count })

describe('what a browser kept', () => {
  test('is read as it was written', () => {
    const lines = [line(2, 1), line(3, 7)]
    expect(readLines(JSON.stringify(lines))).toEqual(lines)
  })

  test.each([null, '', '{', 'null', '7', '"cart"', '{"itemId":2,"count":1}'])('%j is an empty cart', (text) => {
    expect(readLines(text)).toEqual([])
  })

  test('loses what is not a line', () => {
    const counts = [0, -1, 1.5, '2', null, Number.MAX_SAFE_INTEGER + 1]
    const lines = counts.map((count) => ({ itemId: 2, count }))
    const others = [null, 'x', [], { itemId: '2', count: 1 }, { itemId: 2 }]
    expect(readLines(JSON.stringify([...lines, ...others, line(3, 2)]))).toEqual([line(3, 2)])
  })

  test('has each item once', () => {
    expect(readLines(JSON.stringify([line(2, 1), line(2, 9)]))).toEqual([line(2, 1)])
  })

  test('brings no price along', () => {
    expect(readLines('[{"itemId":2,"count":1,"priceCents":1,"name":"x"}]')).toEqual([line(2, 1)])
  })
})

describe('editing', () => {
  test('an item is added with a count of one, at the end', () => {
    expect(add([line(2, 4)], 3)).toEqual([line(2, 4), line(3, 1)])
  })

  test('adding what is in already changes nothing', () => {
    expect(add([line(2, 4)], 2)).toEqual([line(2, 4)])
  })

  test('a count rises to the limit and stays there', () => {
    expect(increase([line(1, 4)], 1, 5)).toEqual([line(1, 5)])
    expect(increase([line(1, 5)], 1, 5)).toEqual([line(1, 5)])
  })

  test('a count falls, and at one the line goes', () => {
    expect(decrease([line(2, 2), line(3, 1)], 2)).toEqual([line(2, 1), line(3, 1)])
    expect(decrease([line(2, 1), line(3, 1)], 2)).toEqual([line(3, 1)])
  })

  test('what is not in the cart can be neither raised nor lowered', () => {
    expect(increase([line(2, 1)], 3, 5)).toEqual([line(2, 1)])
    expect(decrease([line(2, 1)], 3)).toEqual([line(2, 1)])
  })

  test('taking out leaves what is over, and never less than nothing', () => {
    expect(without([line(2, 3), line(3, 1)], [line(2, 2), line(3, 4), line(9, 1)])).toEqual([line(2, 1)])
  })
})
