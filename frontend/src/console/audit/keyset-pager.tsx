import { PAGE_SIZES } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { newer, older, pageOf } from './trail.js'
import styles from './audit.module.css'

interface KeysetPagerProps {
  trail: string
  /** The entry before which the next page begins; null at the end, undefined while it is not known. */
  next: number | null | undefined
  pageSize: number
  onTrail: (trail: string) => void
  onPageSize: (pageSize: number) => void
}

/** The foot of a list that is too long to be counted. */
export function KeysetPager({ trail, next, pageSize, onTrail, onPageSize }: KeysetPagerProps) {
  const goNewer = () => onTrail(newer(trail))
  const goOlder = () => typeof next === 'number' && onTrail(older(trail, next))
  useShortcut('[', 'Newer entries', () => trail === '' || goNewer())
  useShortcut(']', 'Older entries', goOlder)
  return (
    <nav className={styles.pager} aria-label="Pages">
      <label className={styles.size}>
        Page Size
        <select className={styles.select} value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Button disabled={trail === ''} onClick={() => onTrail('')}>
        Newest
      </Button>
      <Button disabled={trail === ''} onClick={goNewer}>
        Newer
      </Button>
      <output>Page {pageOf(trail)}</output>
      <Button disabled={typeof next !== 'number'} onClick={goOlder}>
        Older
      </Button>
    </nav>
  )
}
