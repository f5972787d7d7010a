import { useEffect, useRef } from 'react'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'
import styles from './chat.module.css'

/** Closer to the end than this counts as reading along, pixels. */
const READING_ALONG_PX = 40

/** The lines so far. Scrolls along, unless somebody is reading further up. */
export function ChatLog() {
  const lines = useRoom(({ lines }) => lines)
  const me = useMe()
  const myName = useRoom(({ players }) => players.find(({ id }) => id === me)?.username)
  const log = useRef<HTMLDivElement>(null)
  const readingAlong = useRef(true)

  useEffect(() => {
    if (readingAlong.current) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [lines])

  return (
    <div
      ref={log}
      className={styles.log}
      role="log"
      aria-label="Messages"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        readingAlong.current = scrollHeight - clientHeight - scrollTop < READING_ALONG_PX
      }}
    >
      {lines.length === 0 && <p className={styles.empty}>No messages yet. Say hello.</p>}
      {lines.map(({ key, username, text }) => (
        <p key={key} className={styles.line} data-side={username === null ? 'room' : username === myName ? 'you' : 'other'}>
          {username !== null && <strong>{username}</strong>} {text}
        </p>
      ))}
    </div>
  )
}
