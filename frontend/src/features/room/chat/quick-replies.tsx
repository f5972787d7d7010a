import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../shared/ui/icon.js'
import { QUICK_REPLIES_LIST } from '../../../texts/room-quick-replies.js'
import { QUICK_REPLIES } from '../words.js'
import styles from './chat.module.css'
import type { Outgoing } from './outgoing.js'

/** Pixels that rounding may leave at an end. */
const ROUNDING_PX = 2

/** Replies in one row. Its edges fade and get buttons where there is more. */
export default function QuickReplies({ say }: Pick<Outgoing, 'say'>) {
  const row = useRef<HTMLUListElement>(null)
  const [more, setMore] = useState({ before: false, after: false })

  const look = () => {
    if (row.current === null) return
    const { scrollLeft, clientWidth, scrollWidth } = row.current
    const before = scrollLeft > ROUNDING_PX
    const after = scrollWidth - clientWidth - scrollLeft > ROUNDING_PX
    setMore((known) => (known.before === before && known.after === after ? known : { before, after }))
  }
  useEffect(() => {
    const watched = new ResizeObserver(look)
    if (row.current) watched.observe(row.current)
    return () => watched.disconnect()
  }, [])
  const scroll = (pages: number) => row.current?.scrollBy({ left: pages * 0.7 * row.current.clientWidth })

  return (
    <div className={styles.replies}>
      {more.before && <Scroll side="before" onPress={() => scroll(-1)} />}
      <ul
        ref={row}
        className={styles.row}
        data-before={more.before || undefined}
        data-after={more.after || undefined}
        aria-label={QUICK_REPLIES_LIST.label}
        onScroll={look}
      >
        {QUICK_REPLIES.map((reply) => (
          <li key={reply}>
            <button type="button" className={styles.reply} onClick={() => void say(reply)}>
              {reply}
            </button>
          </li>
        ))}
      </ul>
      {more.after && <Scroll side="after" onPress={() => scroll(1)} />}
    </div>
  )
}

/** Scrolls by a pointer only: the keyboard's focus scrolls the row itself. */
const Scroll = ({ side, onPress }: { side: 'before' | 'after'; onPress: () => void }) => (
  <button type="button" className={styles.scroll} data-side={side} tabIndex={-1} aria-hidden="true" onClick={onPress}>
    <Icon name="chevron" size={16} />
  </button>
)
