import { PAGE_SIZE_DEFAULT, PAGE_SIZES, visibleLine } from '@kla/proto/web'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** Id of an entry, numeric or text. */
export type EntryId = number | string

/** Filter values by name, empty when unused. */
export type Filters<Name extends string = string> = Readonly<Record<Name, string>>

export const readFilters = <Name extends string>(params: URLSearchParams, defaults: Filters<Name>): Filters<Name> =>
  mapped(defaults, (name, byDefault) => params.get(name) ?? byDefault)

/** Writes only values that differ from the defaults, even empty ones. */
export function writeFilters<Name extends string>(
  params: URLSearchParams,
  filters: Filters<Name>,
  defaults: Filters<Name>,
): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const [name, value] of entries(filters)) {
    if (value === defaults[name]) written.delete(name)
    else written.set(name, value)
  }
  return written
}

/** Returns trimmed values without the empty ones. */
export const toQuery = <Name extends string>(filters: Filters<Name>): Partial<Record<Name, string>> =>
  Object.fromEntries(
    entries(filters)
      .map(([name, value]) => [name, visibleLine(value)] as const)
      .filter(([, value]) => value !== ''),
  ) as Partial<Record<Name, string>>

const entries = <Name extends string>(filters: Filters<Name>) => Object.entries(filters) as [Name, string][]

const mapped = <Name extends string>(filters: Filters<Name>, value: (name: Name, before: string) => string) =>
  Object.fromEntries(entries(filters).map(([name, before]) => [name, value(name, before)])) as Filters<Name>

export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

export const clampPage = (page: number, pages: number): number => Math.min(Math.max(1, page), pages)

export const readPage = (text: string | null): number => {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

export const readPageSize = (text: string | null, sizes: readonly number[] = PAGE_SIZES): number => {
  const size = Number(text)
  if (sizes.includes(size)) return size
  return sizes.includes(PAGE_SIZE_DEFAULT) ? PAGE_SIZE_DEFAULT : (sizes[0] ?? PAGE_SIZE_DEFAULT)
}

/** Separates the cursors of a trail, the shown page's last. */
const STEP = '.'
/** Bounds the address. Pages before the oldest cursor are read by their number. */
const TRAIL_MAX = 20

const stepsOf = (trail: string): string[] => trail.split(STEP).filter((step) => /^[\w-]{1,200}$/.test(step))

/** A page, and the cursors that led to it. */
export interface Place {
  page: number
  trail: string
}

export const afterOf = ({ trail }: Place): string => stepsOf(trail).at(-1) ?? ''

export const forward = ({ page, trail }: Place, next: string): Place => ({
  page: page + 1,
  trail: [...stepsOf(trail), next].slice(-TRAIL_MAX).join(STEP),
})

export const back = ({ page, trail }: Place): Place => ({
  page: Math.max(1, page - 1),
  trail: stepsOf(trail).slice(0, -1).join(STEP),
})

/** Query of a page: by its cursor if known, so that rows that arrive do not shift it, or by its number. */
export const pageQuery = (place: Place & { pageSize: number }): Record<string, string | number> => {
  const after = afterOf(place)
  return { pageSize: place.pageSize, ...(after === '' ? { page: place.page } : { after }) }
}

/** Filters, page and open entry of a list. */
export interface ListState<Name extends string, Id extends EntryId = number> {
  filters: Filters<Name>
  page: number
  trail: string
  pageSize: number
  open: Id | null
  applyFilters: (filters: Filters<Name>) => void
  goToPage: (page: number, options?: { replace?: boolean }) => void
  goTo: (place: Place) => void
  changePageSize: (pageSize: number) => void
  openEntry: (id: Id | null) => void
}

/** Keeps list state in the address for "back" and reloads. */
export const useListState = <Name extends string>(
  defaults: Filters<Name>,
  pageSizes: readonly number[] = PAGE_SIZES,
): ListState<Name> => useStateOf(defaults, pageSizes, readNumber)

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
      trail: params.get('trail') ?? '',
      pageSize: readPageSize(params.get('pageSize'), pageSizes),
      open: readId(params.get('open')),
      applyFilters: (filters) =>
        // In this order, because the audit log has a filter named trail.
        setParams((before) => writeFilters(changed(before, { page: null, trail: null }), filters, defaults)),
      goToPage: (page, options) => change({ page: page === 1 ? null : page, trail: null }, options),
      goTo: ({ page, trail }) => change({ page: page === 1 ? null : page, trail: trail || null }),
      changePageSize: (pageSize) => change({ pageSize, page: null, trail: null }),
      openEntry: (open) => change({ open }),
    }),
    [params, defaults, pageSizes, readId, setParams, change],
  )
}

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
