import { describe, expect, test } from '@jest/globals'
import { createElement, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Selection, useSelection } from '../../../src/console/kit/selection.js'

const FIRST = [1, 2, 3]
const SECOND = [4, 5]

/** Shows one page after the other; `act` runs once on each. */
function selectionAfter(pages: readonly (readonly number[])[], act: (selection: Selection, page: number) => void) {
  let last: readonly number[] = []
  const List = () => {
    const [page, setPage] = useState(0)
    const [acted, setActed] = useState(-1)
    const selection = useSelection(pages[page] ?? [])
    last = selection.ids
    if (acted < page) {
      act(selection, page)
      setActed(page)
    } else if (page < pages.length - 1) setPage(page + 1)
    return null
  }
  renderToStaticMarkup(createElement(List))
  return last
}

describe('a selection', () => {
  test('loses the entries that leave the page, also when they come back', () => {
    const selectFirst = ({ toggle }: Selection, page: number) => page === 0 && toggle(2)
    expect(selectionAfter([FIRST], selectFirst)).toEqual([2])
    expect(selectionAfter([FIRST, SECOND], selectFirst)).toEqual([])
    expect(selectionAfter([FIRST, SECOND, FIRST], selectFirst)).toEqual([])
  })

  test('keeps the entries that stay on the page', () => {
    const selectAll = ({ toggleAll }: Selection, page: number) => page === 0 && toggleAll()
    expect(selectionAfter([FIRST, [2, 3, 4]], selectAll)).toEqual([2, 3])
  })
})
