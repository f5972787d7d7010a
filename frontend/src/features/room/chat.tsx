import { type RefObject, useState } from 'react'
import { MESSAGE_MAX } from '@kla/proto/web'
import { ChatLog } from '../../entities/stage/chat-log.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { toastError } from '../../shared/ui/toast.js'
import { useMe, useRoom } from './state/use-room.js'
import styles from './chat.module.css'

export function Chat({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const me = useMe()
  const lines = useRoom(({ lines }) => lines)
  const myName = useRoom(({ players }) => players.find(({ id }) => id === me)?.username)
  return (
    <section className={styles.chat} aria-label="Room Chat">
      <h2 className={styles.title}>Room Chat</h2>
      <ChatLog
        lines={lines}
        sideOf={({ username, senderId }) => ((senderId === undefined ? username === myName : senderId === me) ? 'you' : 'other')}
        empty="No messages yet. Say hello."
      />
      <ChatForm field={field} />
    </section>
  )
}

function ChatForm({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { send } = useRealtime()
  const me = useMe()
  const roomId = useRoom(({ roomId }) => roomId)
  const username = useRoom(({ players }) => players.find(({ id }) => id === me)?.username ?? '')
  const [text, setText] = useState('')

  const submit = async () => {
    const message = text.trim()
    if (message === '' || roomId === null) return
    setText('')
    const answer = await send('send-message', { roomId, username, message })
    if (answer.success) return
    toastError(answer.error)
    setText((current) => (current === '' ? message : current))
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <input
        ref={field}
        className={styles.field}
        aria-label="Message"
        placeholder="Write a message"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={MESSAGE_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <IconButton icon="send" label="Send" type="submit" className={styles.send} />
    </form>
  )
}
