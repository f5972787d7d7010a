import { useEffect, useRef, useState } from 'react'
import { CHAT_LOG } from '../../texts/stage.js'
import type { ChatMessage } from '../room/chat-messages.js'
import styles from './chat-log.module.css'

/** Pixels from the end that count as the end. */
const READING_ALONG_PX = 40

interface ChatLogProps {
  lines: readonly ChatMessage[]
  sideOf: (line: ChatMessage) => 'you' | 'other'
  empty: string
}

export function ChatLog({ lines, sideOf, empty }: ChatLogProps) {
  const log = useRef<HTMLDivElement>(null)
  const readingAlong = useRef(true)

  useEffect(() => {
    // Skipped while empty, to spare a layout on mount.
    if (readingAlong.current && lines.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [lines])

  return (
    <div
      ref={log}
      className={styles.log}
      role="log"
      aria-label={CHAT_LOG.label}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        readingAlong.current = scrollHeight - clientHeight - scrollTop < READING_ALONG_PX
      }}
    >
      {lines.length === 0 && <p className={styles.empty}>{empty}</p>}
      {lines.map((line) => (
        <p key={line.key} className={styles.line} data-side={line.username === null ? 'room' : sideOf(line)}>
          {line.username !== null && <strong>{line.username}</strong>} <Said line={line} />
        </p>
      ))}
    </div>
  )
}

function Said({ line: { text, original, coveredForOthers } }: { line: ChatMessage }) {
  const [shown, setShown] = useState(false)
  if (original !== undefined) {
    return (
      <>
        {shown ? original : text}{' '}
        <button type="button" className={styles.cover} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? CHAT_LOG.hide : CHAT_LOG.show}
        </button>
      </>
    )
  }
  if (!coveredForOthers) return text
  return (
    <>
      {text} <span className={styles.note}>{CHAT_LOG.arrivedHidden}</span>
    </>
  )
}
