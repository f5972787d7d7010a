import { MESSAGE_MAX, typedText } from '@kla/proto/web'
import { type RefObject, useState } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { QUICK_REPLIES } from '../words.js'
import styles from './chat.module.css'
import type { Outgoing } from './outgoing.js'
import { useSendTyping } from './use-typing.js'

export function QuickReplies({ say }: Pick<Outgoing, 'say'>) {
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

interface ChatFormProps extends Pick<Outgoing, 'say'> {
  field: RefObject<HTMLInputElement | null>
  hidden: boolean
}

export function ChatForm({ field, hidden, say }: ChatFormProps) {
  const sendTyping = useSendTyping()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)

  const submit = async () => {
    const message = typedText(text)
    if (message === '') return
    setAsked(false)
    setText('')
    const outcome = await say(message)
    if (outcome === 'taken') return
    setText((current) => (current === '' ? message : current))
    setAsked(outcome === 'asked')
  }

  const change = () => {
    setAsked(false)
    field.current?.focus()
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
      {asked && (
        <div className={styles.ask}>
          <p role="alert">
            Sharing contact details isn’t allowed here. If you send it anyway, it will be hidden. Links are never sent.
          </p>
          <Button onClick={change}>Change it</Button>
          <Button type="submit">Send it hidden</Button>
        </div>
      )}
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
          setAsked(false)
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
