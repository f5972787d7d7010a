import { PAGE_SIZES } from '@kla/proto/web'
import { useEffect } from 'react'
import { Button } from '../../shared/ui/button.js'
import { clampPage, pageCount } from './list-state.js'
import styles from './pager.module.css'
import { useShortcut } from './shortcuts.js'

interface PagerProps {
  page: number
  pageSize: number
  total: number | undefined
  pageSizes?: readonly number[]
  onPage: (page: number, options?: { replace?: boolean }) => void
  onPageSize: (pageSize: number) => void
}

/** Moves to the last page when the current one disappears. */
export function Pager({ page, pageSize, total, pageSizes = PAGE_SIZES, onPage, onPageSize }: PagerProps) {
  const pages = total === undefined ? page : pageCount(total, pageSize)
  const existing = clampPage(page, pages)
  const first = existing <= 1
  const last = existing >= pages
  useEffect(() => {
    if (existing !== page) onPage(existing, { replace: true })
  }, [existing, page, onPage])
  useShortcut('[', 'Previous page', () => first || onPage(existing - 1))
  useShortcut(']', 'Next page', () => last || onPage(existing + 1))

  return (
    <nav className={styles.pager} aria-label="Pages">
      <p className={styles.total}>
        Total: <output>{total ?? '…'}</output>
      </p>
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
      <Button disabled={first} onClick={() => onPage(existing - 1)}>
        Prev
      </Button>
      <output className={styles.page}>
        Page {existing} / {pages}
      </output>
      <Button disabled={last} onClick={() => onPage(existing + 1)}>
        Next
      </Button>
    </nav>
  )
}
