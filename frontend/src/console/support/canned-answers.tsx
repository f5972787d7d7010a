import { CANNED_FIELDS, CANNED_TITLE_MAX, type CannedAnswerView, TICKET_MESSAGE_MAX } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { SelectField, TextArea, TextField } from '../../shared/ui/fields.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { DraftNote } from '../kit/drafts.js'
import { isBlank } from '../kit/forms.js'
import { useCannedAnswersQuery } from './api.js'
import styles from './support.module.css'
import { useCannedAnswer } from './use-canned-answer.js'

interface CannedAnswersProps {
  onChosen: (answer: CannedAnswerView) => void
  onEdit: () => void
}

/** Inserts an answer written once, or opens the list to edit them. */
export function CannedAnswers({ onChosen, onEdit }: CannedAnswersProps) {
  const query = useCannedAnswersQuery()
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
      <Button variant="quiet" onClick={onEdit}>
        Edit canned answers
      </Button>
    </div>
  )
}

interface CannedEditorProps {
  open: boolean
  onClose: () => void
}

/** Edits the shared answers. Belongs beside other forms: browsers keep the submit event of a form inside another one from React. */
export function CannedEditor({ open, onClose }: CannedEditorProps) {
  const answers = useCannedAnswersQuery().data?.results ?? []
  // Empty for a new one.
  const [chosen, setChosen] = useState('')
  const answer = answers.find(({ id }) => id === chosen)
  const options = [
    { value: '', label: 'A new one' },
    ...answers.map(({ id, title }) => ({ value: id, label: title })),
    ...(chosen === '' || answer ? [] : [{ value: chosen, label: 'Deleted by someone else' }]),
  ]
  return (
    <Dialog open={open} title="Canned answers" onClose={onClose}>
      <div className={styles.form}>
        <SelectField label="Answer" value={chosen} options={options} onChange={setChosen} />
        <CannedForm id={chosen} answer={answer} onChoose={setChosen} />
      </div>
    </Dialog>
  )
}

const KNOWN: ReadonlySet<string> = new Set(CANNED_FIELDS.map((name) => `{${name}}`))
const unknownField = (text: string): string | undefined => text.match(/\{[^{}]*\}/g)?.find((field) => !KNOWN.has(field))

interface CannedFormProps {
  /** Id of the answer; empty for a new one. */
  id: string
  answer: CannedAnswerView | undefined
  onChoose: (id: string) => void
}

function CannedForm({ id, answer, onChoose }: CannedFormProps) {
  const { draft, change, busy, save, remove } = useCannedAnswer(id, answer)
  const { title, text } = draft.value
  const unknown = unknownField(text)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const saved = await save()
    if (saved) onChoose(saved.id)
  }
  return (
    <form className={styles.form} aria-label="Canned answer" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Title"
        maxLength={CANNED_TITLE_MAX}
        value={title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label="Text"
        rows={8}
        maxLength={TICKET_MESSAGE_MAX}
        hint={`Fields that are filled in: ${[...KNOWN].join(', ')}`}
        error={unknown && `${unknown} isn't a field.`}
        value={text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <DraftNote drafts={[draft]} of="the canned answer" />
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={isBlank(title) || isBlank(text) || unknown !== undefined}
        >
          Save
        </Button>
        {answer && (
          <DeleteAnswer
            title={answer.title}
            onDelete={async () => {
              if (await remove(answer)) onChoose('')
            }}
          />
        )}
      </div>
    </form>
  )
}

interface DeleteAnswerProps {
  title: string
  onDelete: () => Promise<void>
}

function DeleteAnswer({ title, onDelete }: DeleteAnswerProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete “${title}”?`}
          confirm="Delete"
          onConfirm={onDelete}
          onClose={() => setAsking(false)}
        >
          <p>All administrators share this answer. You can&apos;t undo this.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
