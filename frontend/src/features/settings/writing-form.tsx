import { typedText } from '@kla/proto/web'
import { type ReactNode, useState } from 'react'
import { useDraft } from '../../entities/drafts/drafts.js'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { TextArea } from '../../shared/ui/fields.js'
import styles from './support.module.css'

interface WritingFormProps {
  /** Name by which the tab keeps the text. */
  place: string
  texts: { open: string; label: string; send: string; cancel: string; failed: string }
  rows: number
  maxLength: number
  /** Classes of the form, and of what offers it. */
  className?: string | undefined
  offerClass?: string | undefined
  /** Text above the button that opens the form. */
  children?: ReactNode
  busy: boolean
  error: unknown
  /** Resolves to true once the text is sent. */
  onSend: (text: string) => Promise<boolean>
}

const EMPTY = { text: '' }

/** Opens a field below an entry, and sends what is typed. Closing keeps the text, and so does a session that ends. */
export function WritingForm(props: WritingFormProps) {
  const { place, texts, rows, maxLength, className = styles.form, offerClass, children, busy, error, onSend } = props
  const [{ text: given }, setGiven, sent] = useDraft(place, EMPTY)
  const [writing, setWriting] = useState<'no' | 'restored' | 'opened'>(given === '' ? 'no' : 'restored')
  const text = typedText(given)

  const submit = async () => {
    if ((await onSend(text)) && sent({ text: given })) setWriting('no')
  }
  if (writing === 'no') {
    return (
      <div className={offerClass}>
        {children}
        <Button onClick={() => setWriting('opened')}>{texts.open}</Button>
      </div>
    )
  }
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && text !== '') void submit()
      }}
    >
      <TextArea
        label={texts.label}
        rows={rows}
        autoFocus={writing === 'opened'}
        maxLength={maxLength}
        value={given}
        onChange={(event) => setGiven({ text: event.target.value })}
      />
      <div role="alert" className={styles.problem}>
        {error !== undefined && errorText(error, texts.failed)}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={busy} disabled={text === ''}>
          {texts.send}
        </Button>
        <Button variant="quiet" onClick={() => setWriting('no')}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
