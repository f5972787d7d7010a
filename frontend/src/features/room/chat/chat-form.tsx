import { MESSAGE_MAX, typedText } from '@kla/proto/web'
import { type RefObject, useState } from 'react'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { CHAT_FORM } from '../../../texts/room-chat.js'
import styles from './chat.module.css'
import type { Outgoing } from './outgoing.js'
import { useSendTyping } from './use-typing.js'

interface ChatFormProps extends Pick<Outgoing, 'say'> {
  field: RefObject<HTMLInputElement | null>
}

export function ChatForm({ field, say }: ChatFormProps) {
  const sendTyping = useSendTyping()
  const [text, setText] = useState('')

  const submit = () => {
    const message = typedText(text)
    if (message === '') return
    setText('')
    void say(message)
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <input
        ref={field}
        className={styles.field}
        aria-label={CHAT_FORM.label}
        placeholder={CHAT_FORM.placeholder}
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
      <IconButton
        icon="send"
        label={CHAT_FORM.send}
        type="submit"
        className={styles.send}
        // The press would take the focus, and what is typed next would act as shortcuts.
        onMouseDown={(event) => event.preventDefault()}
      />
    </form>
  )
}
