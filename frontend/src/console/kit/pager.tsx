import { PAGE_SIZES } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { back, clampPage, forward, pageCount, type Place } from './list-state.js'
import styles from './pager.module.css'
import { useShortcut } from './shortcuts.js'

/** How a list is paged by cursors. */
export interface Cursors {
  trail: string
  /** Cursor of the next page: null at the end, undefined while loading. */
  next: string | null | undefined
  onPlace: (place: Place) => void
}

interface PagerProps {
  page: number
  pageSize: number
  /** Undefined while loading, null if not counted. */
  total: number | null | undefined
  pageSizes?: readonly number[]
  /** Cursors; lists without them read pages by their number. */
  cursors?: Cursors | undefined
  onPage: (page: number, options?: { replace?: boolean }) => void
  onPageSize: (pageSize: number) => void
}

/** Moves to the last page when the current one disappears. */
export function Pager({ page, pageSize, total, pageSizes = PAGE_SIZES, cursors, onPage, onPageSize }: PagerProps) {
  const counted = useLastCount(total)
  const pages = counted === undefined ? undefined : pageCount(counted, pageSize)
  const byCursor = cursors !== undefined && cursors.trail !== ''
  const existing = byCursor || pages === undefined ? page : clampPage(page, pages)
  const first = existing <= 1
  const last = cursors ? typeof cursors.next !== 'string' : existing >= (pages ?? page)
  useEffect(() => {
    if (existing !== page) onPage(existing, { replace: true })
  }, [existing, page, onPage])
  const goBack = () => (byCursor ? cursors.onPlace(back({ page, trail: cursors.trail })) : onPage(existing - 1))
  const goForward = () =>
    typeof cursors?.next === 'string'
      ? cursors.onPlace(forward({ page: existing, trail: cursors.trail }, cursors.next))
      : onPage(existing + 1)
  useShortcut('[', 'Previous page', () => first || goBack())
  useShortcut(']', 'Next page', () => last || goForward())

  return (
    <nav className={styles.pager} aria-label="Pages">
      {(counted !== undefined || total !== null) && (
        <p className={styles.total}>
          Total: <output>{counted ?? '…'}</output>
        </p>
      )}
      {pageSizes.length > 1 && (
        <label className={styles.size}>
          Page Size
          <select
            className={styles.select}
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
          >
            {pageSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      <Button disabled={first} onClick={goBack}>
        Prev
      </Button>
      <output className={styles.page}>
        Page {existing}
        {pages !== undefined && ` / ${Math.max(existing, pages)}`}
      </output>
      <Button disabled={last} onClick={goForward}>
        Next
      </Button>
    </nav>
  )
}

/** Keeps the total of the last page that was counted. */
function useLastCount(total: number | null | undefined): number | undefined {
  const [counted, setCounted] = useState<number>()
  if (typeof total === 'number' && total !== counted) setCounted(total)
  return typeof total === 'number' ? total : counted
}
