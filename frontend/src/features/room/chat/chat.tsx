import type { RefObject } from 'react'
import { ChatLog } from '../../../entities/stage/chat-log.js'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'
import { ChatForm } from './chat-form.js'
import styles from './chat.module.css'

/** What the two write each other. */
export function Chat({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const me = useMe()
  const lines = useRoom(({ lines }) => lines)
  const myName = useRoom(({ players }) => players.find(({ id }) => id === me)?.username)
  return (
    <section className={styles.chat} aria-label="Room Chat">
      <h2 className={styles.title}>Room Chat</h2>
      <ChatLog
        lines={lines}
        sideOf={(username) => (username === myName ? 'you' : 'other')}
        empty="No messages yet. Say hello."
      />
      <ChatForm field={field} />
    </section>
  )
}
