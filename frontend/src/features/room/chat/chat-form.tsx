import { type RefObject, useState } from 'react'
import { MESSAGE_MAX } from '@kla/proto/web'
import { useRealtime } from '../../../shared/realtime/index.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastError } from '../../../shared/ui/toast.js'
import { useMe, useRoom } from '../state/use-room.js'
import { QUICK_REPLIES } from '../words.js'
import { useSendTyping } from './use-typing.js'
import styles from './chat.module.css'

/** Answers whether the line was taken. */
function useSay(): (message: string) => Promise<boolean> {
  const { send } = useRealtime()
  const me = useMe()
  const roomId = useRoom(({ roomId }) => roomId)
  const username = useRoom(({ players }) => players.find(({ id }) => id === me)?.username ?? '')
  return async (message) => {
    if (roomId === null) return false
    const answer = await send('send-message', { roomId, username, message })
    if (!answer.success) toastError(answer.error)
    return answer.success
  }
}

export function QuickReplies() {
  const say = useSay()
  return (
    <ul className={styles.replies} aria-label="Quick replies">
      {QUICK_REPLIES.map((reply) => (
        <li key={reply}>
          <button type="button" className={styles.reply} onClick={() => void say(reply)}>
            {reply}
          </button>
        </li>
      ))}
    </ul>
  )
}

export function ChatForm({ field, hidden }: { field: RefObject<HTMLInputElement | null>; hidden: boolean }) {
  const say = useSay()
  const sendTyping = useSendTyping()
  const [text, setText] = useState('')

  const submit = async () => {
    const message = text.trim()
    if (message === '') return
    setText('')
    if (!(await say(message))) setText((current) => (current === '' ? message : current))
  }

  return (
    <form
      className={styles.form}
      hidden={hidden}
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
        onChange={(event) => {
          setText(event.target.value)
          sendTyping(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <IconButton icon="send" label="Send" type="submit" className={styles.send} />
    </form>
  )
}
