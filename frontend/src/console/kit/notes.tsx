import { type NoteCreation, NOTES_MAX, type NoteView } from '@kla/proto/web'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { Button } from '../../shared/ui/button.js'
import { TextArea } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { DraftNote, useDraft } from './drafts.js'
import { isBlank } from './forms.js'
import { When } from './moments.js'
import styles from './notes.module.css'
import { OPENS, useShortcut } from './shortcuts.js'

/** Append-only notes, so that no one's are replaced. */
export const NoteThread = ({ notes }: { notes: readonly NoteView[] }) =>
  notes.length === 0 ? (
    <p className={styles.none}>No notes yet.</p>
  ) : (
    <ol className={styles.thread} aria-label="Notes">
      {notes.map(({ id, by, at, text }) => (
        <li key={id} className={styles.entry}>
          <p className={styles.head}>
            <strong>{by ?? 'Unknown'}</strong> <When at={at} />
          </p>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  )

interface NoteFormProps {
  kind: 'report' | 'ticket' | 'ban' | 'account'
  entry: number
  maxLength?: number
  onSave: (note: NoteCreation) => Promise<{ error?: unknown }>
}

/** Form for moderators' notes. `n` focuses it, Ctrl+Enter saves. */
export function NoteForm({ kind, entry, maxLength = NOTES_MAX, onSave }: NoteFormProps) {
  const draft = useDraft(kind, entry, 'note', '')
  const [busy, setBusy] = useState(false)
  const [area, setArea] = useState<HTMLTextAreaElement | null>(null)
  const attempts = useAttempts()
  const blank = isBlank(draft.value)
  useShortcut('n', 'Write a note', () => area?.focus(), true, OPENS)

  const save = async () => {
    if (busy || blank) return
    const text = draft.value
    setBusy(true)
    const { error } = await onSave({ id: attempts.idOf([entry, text.trim()]), text: text.trim() })
    setBusy(false)
    if (error) {
      toastError(errorText(error, "The note wasn't saved. Try again."))
      return
    }
    attempts.done()
    toastSuccess('Note saved.')
    draft.sent(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) void save()
  }
  return (
    <form className={styles.form} aria-label="Internal note" noValidate onSubmit={submit} onKeyDown={saveByKey}>
      <p className={styles.who}>
        <Icon name="lock" size={16} /> Only moderators see this
      </p>
      <TextArea
        ref={setArea}
        label="Note"
        name="note"
        placeholder="Internal notes visible to admins only"
        rows={3}
        maxLength={maxLength}
        value={draft.value}
        onChange={(event) => draft.change(event.target.value)}
      />
      <DraftNote drafts={[draft]} of="the note" />
      <Button type="submit" wide disabled={blank} busy={busy} aria-keyshortcuts="Control+Enter">
        Save note
      </Button>
    </form>
  )
}
