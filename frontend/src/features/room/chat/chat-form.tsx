import { useState, type RefObject } from 'react'
import { MESSAGE_MAX } from '@kla/proto/web'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastError } from '../../../shared/ui/toast.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'
import styles from './chat.module.css'

/** One line to write. Enter sends; a line of nothing but spaces is not sent. */
export function ChatForm({ field }: { field: RefObject<HTMLInputElement | null> }) {
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
    // Back into the field, unless another line is being written already.
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
