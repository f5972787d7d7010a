import type { RefObject } from 'react'
import { ChatForm } from './chat-form.js'
import { ChatLog } from './chat-log.js'
import styles from './chat.module.css'

/** What the two write each other. */
export function Chat({ field }: { field: RefObject<HTMLInputElement | null> }) {
  return (
    <section className={styles.chat} aria-label="Room Chat">
      <h2 className={styles.title}>Room Chat</h2>
      <ChatLog />
      <ChatForm field={field} />
    </section>
  )
}
