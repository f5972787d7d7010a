import { useState, type FormEvent } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastNeutral } from '../../shared/ui/toast.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { WHAT_DELETING_DOES } from '../kit/text/deletion.js'
import { BrokenLinks } from './broken-links.js'
import { readStretch, type StretchDraft } from './stretch.js'
import { useValidation } from './use-validation.js'
import styles from './gif-control.module.css'

interface ValidateLinksProps {
  draft: StretchDraft
  onChange: (draft: StretchDraft) => void
  onOpen: (id: number) => void
}

/** Asks whether the addresses of saved GIFs still answer. */
export function ValidateLinks({ draft, onChange, onOpen }: ValidateLinksProps) {
  const [asking, setAsking] = useState(false)
  const validation = useValidation()
  const { broken, checked } = validation

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (validation.validating) return
    const read = readStretch(draft)
    onChange({ limit: String(read.limit), offset: String(read.offset) })
    void validation.validate(read)
  }
  const askToDelete = () => {
    if (broken.length === 0) toastNeutral('No broken links to delete on this page')
    else setAsking(true)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.pair}>
        <TextField
          label="Limit"
          type="number"
          min={1}
          value={draft.limit}
          onChange={(event) => onChange({ ...draft, limit: event.target.value })}
        />
        <TextField
          label="Offset"
          type="number"
          min={0}
          value={draft.offset}
          onChange={(event) => onChange({ ...draft, offset: event.target.value })}
        />
      </div>
      <div className={styles.pair}>
        <Button type="submit" busy={validation.validating}>
          Validate
        </Button>
        <Button variant="danger" busy={validation.deleting} onClick={askToDelete}>
          Delete Broken
        </Button>
      </div>
      <p role="status">
        {validation.validating
          ? 'Checking. This may take a minute.'
          : checked !== null && `Checked ${checked} links, ${broken.length} of them broken.`}
      </p>
      {!validation.validating && <BrokenLinks checks={broken} onOpen={onOpen} />}
      {asking && (
        <ConfirmDialog
          title={`Delete ${broken.length} broken GIF(s)?`}
          confirm="Delete Broken"
          onConfirm={validation.deleteBroken}
          onClose={() => setAsking(false)}
        >
          <p>
            These {broken.length} are deleted: their hosts say that they are gone, or did not answer with a clip when asked
            twice. Each is asked once more first, and kept if it answers. This cannot be undone.
          </p>
          <p>{WHAT_DELETING_DOES}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
