import { useEffect, useRef } from 'react'
import type { ChatLine } from '../room/chat-lines.js'
import styles from './chat-log.module.css'

/** Closer to the end than this counts as reading along, pixels. */
const READING_ALONG_PX = 40

interface ChatLogProps {
  lines: readonly ChatLine[]
  /** Whose colour a writer's name has. */
  sideOf: (username: string) => 'you' | 'other'
  /** Stands there until somebody writes. */
  empty: string
}

/** The lines so far. Scrolls along, unless somebody is reading further up. */
export function ChatLog({ lines, sideOf, empty }: ChatLogProps) {
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
      {lines.length === 0 && <p className={styles.empty}>{empty}</p>}
      {lines.map(({ key, username, text }) => (
        <p key={key} className={styles.line} data-side={username === null ? 'room' : sideOf(username)}>
          {username !== null && <strong>{username}</strong>} {text}
        </p>
      ))}
    </div>
  )
}
