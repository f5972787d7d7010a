import { CANNED_FIELDS, CANNED_TITLE_MAX, type CannedAnswerView, TICKET_MESSAGE_MAX } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { newId } from '../../shared/browser/new-id.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { SelectField, TextArea, TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { isBlank } from '../kit/forms.js'
import { useCannedAnswersQuery, useDeleteCannedAnswerMutation, usePutCannedAnswerMutation } from './api.js'
import styles from './support.module.css'

interface CannedAnswersProps {
  onChosen: (answer: CannedAnswerView) => void
}

/** Inserts an answer written once, or opens the list to edit them. */
export function CannedAnswers({ onChosen }: CannedAnswersProps) {
  const query = useCannedAnswersQuery()
  const [editing, setEditing] = useState(false)
  const answers = query.data?.results ?? []
  const options = [
    { value: '', label: answers.length > 0 ? 'Choose…' : query.error ? "We couldn't load them" : 'None yet' },
    ...answers.map(({ id, title }) => ({ value: id, label: title })),
  ]
  const choose = (id: string) => {
    const chosen = answers.find((answer) => answer.id === id)
    if (chosen) onChosen(chosen)
  }
  return (
    <div className={styles.canned}>
      <SelectField label="Insert a canned answer" value="" options={options} onChange={choose} />
      <Button variant="quiet" onClick={() => setEditing(true)}>
        Edit canned answers
      </Button>
      {editing && <CannedDialog answers={answers} onClose={() => setEditing(false)} />}
    </div>
  )
}

interface CannedDialogProps {
  answers: readonly CannedAnswerView[]
  onClose: () => void
}

const NEW = { title: '', text: '', version: 0 }
const fresh = () => ({ id: newId(), ...NEW })
const KNOWN: ReadonlySet<string> = new Set(CANNED_FIELDS.map((name) => `{${name}}`))
const unknownField = (text: string): string | undefined => text.match(/\{[^{}]*\}/g)?.find((field) => !KNOWN.has(field))

function CannedDialog({ answers, onClose }: CannedDialogProps) {
  const [draft, setDraft] = useState(fresh)
  const [put, { isLoading }] = usePutCannedAnswerMutation()
  const [remove, removing] = useDeleteCannedAnswerMutation()
  const unknown = unknownField(draft.text)
  const select = (id: string) => setDraft(answers.find((answer) => answer.id === id) ?? fresh())

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { id, title, text, version } = draft
    const { data, error } = await put({ id, title: title.trim(), text: text.trim(), version })
    if (error) {
      toastError(errorText(error, "We couldn't save the answer."))
      return
    }
    toastSuccess('Saved.')
    setDraft(data)
  }
  const discard = async () => {
    const { error } = await remove(draft)
    if (error) toastError(errorText(error, "We couldn't delete the answer."))
    else setDraft(fresh())
  }
  return (
    <Dialog open title="Canned answers" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <SelectField
          label="Answer"
          value={draft.version === 0 ? '' : draft.id}
          options={[
            { value: '', label: 'A new one' },
            ...answers.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={select}
        />
        <TextField
          label="Title"
          maxLength={CANNED_TITLE_MAX}
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.target.value })}
        />
        <TextArea
          label="Text"
          rows={8}
          maxLength={TICKET_MESSAGE_MAX}
          hint={`Fields that are filled in: ${[...KNOWN].join(', ')}`}
          error={unknown && `${unknown} isn't a field.`}
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            busy={isLoading}
            disabled={isBlank(draft.title) || isBlank(draft.text) || unknown !== undefined}
          >
            Save
          </Button>
          {draft.version > 0 && (
            <Button variant="danger" busy={removing.isLoading} onClick={() => void discard()}>
              Delete
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
