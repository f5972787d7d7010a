import { MESSAGE_MAX, typedText } from '@kla/proto/web'
import { type RefObject, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { CHAT_FORM } from '../../../texts/room-chat.js'
import { ContactAsk } from '../later-parts.js'
import styles from './chat.module.css'
import type { Outgoing } from './outgoing.js'
import { useSendTyping } from './use-typing.js'

interface ChatFormProps extends Pick<Outgoing, 'say'> {
  field: RefObject<HTMLInputElement | null>
  asked: boolean
  setAsked: (asked: boolean) => void
}

/** `asked`: the server wants to know whether contact details are meant to be sent hidden. */
export function ChatForm({ field, asked, setAsked, say }: ChatFormProps) {
  const sendTyping = useSendTyping()
  const [text, setText] = useState('')

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
    flushSync(() => setAsked(false))
    field.current?.focus()
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Suspense>{asked && <ContactAsk onChange={change} />}</Suspense>
      <input
        ref={field}
        className={styles.field}
        hidden={asked}
        aria-label={CHAT_FORM.label}
        placeholder={CHAT_FORM.placeholder}
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
      {!asked && <IconButton icon="send" label={CHAT_FORM.send} type="submit" className={styles.send} />}
    </form>
  )
}
