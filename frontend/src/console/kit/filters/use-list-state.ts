import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { PAGE_SIZES } from '@kla/proto/web'
import { readPage, readPageSize } from '../pager/pages.js'
import type { EntryId } from '../table/entry-id.js'
import { readFilters, writeFilters, type Filters } from './filters.js'

export interface ListState<Name extends string, Id extends EntryId = number> {
  filters: Filters<Name>
  page: number
  pageSize: number
  /** The id of the entry that is open, or null. */
  open: Id | null
  /** Takes other filters, from page 1. */
  applyFilters: (filters: Filters<Name>) => void
  goToPage: (page: number, options?: { replace?: boolean }) => void
  changePageSize: (pageSize: number) => void
  openEntry: (id: Id | null) => void
}

/**
 * What a list shows: filters, page and the open entry. All of it lies in the address, so that "back" goes back, a
 * reload keeps the place, and a link can be passed on.
 */
export const useListState = <Name extends string>(
  defaults: Filters<Name>,
  pageSizes: readonly number[] = PAGE_SIZES,
): ListState<Name> => useStateOf(defaults, pageSizes, readNumber)

/** The same for entries whose ids are texts. */
export const useTextListState = <Name extends string>(defaults: Filters<Name>): ListState<Name, string> =>
  useStateOf(defaults, PAGE_SIZES, readText)

function useStateOf<Name extends string, Id extends EntryId>(
  defaults: Filters<Name>,
  pageSizes: readonly number[],
  readId: (text: string | null) => Id | null,
): ListState<Name, Id> {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (changes: Record<string, EntryId | null>, options?: { replace?: boolean }) =>
      setParams((before) => changed(before, changes), options),
    [setParams],
  )

  return useMemo(
    () => ({
      filters: readFilters(params, defaults),
      page: readPage(params.get('page')),
      pageSize: readPageSize(params.get('pageSize'), pageSizes),
      open: readId(params.get('open')),
      applyFilters: (filters) => setParams((before) => changed(writeFilters(before, filters, defaults), { page: null })),
      goToPage: (page, options) => change({ page: page === 1 ? null : page }, options),
      changePageSize: (pageSize) => change({ pageSize, page: null }),
      openEntry: (open) => change({ open }),
    }),
    [params, defaults, pageSizes, readId, setParams, change],
  )
}

/** Parameters with others in their place; null takes one away. */
function changed(params: URLSearchParams, changes: Record<string, EntryId | null>): URLSearchParams {
  const result = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) result.delete(name)
    else result.set(name, String(value))
  }
  return result
}

const readNumber = (text: string | null) => (text !== null && /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null)
const readText = (text: string | null) => text || null
