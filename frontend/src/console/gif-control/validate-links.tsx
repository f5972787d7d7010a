import type { GifCheckView } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { type Stretch, useDeleteBrokenMutation, useFindBrokenMutation } from './api.js'
import styles from './gif-control.module.css'
import { readStretch, type StretchDraft } from './stretch.js'

interface ValidateLinksProps {
  draft: StretchDraft
  onChange: (draft: StretchDraft) => void
  onOpen: (id: number) => void
}

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
            These {broken.length} are deleted: their hosts say that they are gone, or failed to send a clip twice. We
            check each once more first and keep it if it answers. This cannot be undone.
          </p>
          <p>{WHAT_DELETING_DOES}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}

const NONE: readonly GifCheckView[] = []

/** Keeps the results while a GIF is open. */
const ONE_LOOK = { fixedCacheKey: 'validation' }

function useValidation() {
  const [find, finding] = useFindBrokenMutation(ONE_LOOK)
  const [deleteAll, deleting] = useDeleteBrokenMutation()

  const broken = finding.data?.results.filter(({ ok }) => !ok) ?? NONE

  const validate = async (stretch: Stretch): Promise<void> => {
    const { data } = await find(stretch)
    if (!data) toastError('Validation failed (request timed out or server error)')
    else if (data.results.length === 0) {
      toastNeutral('No rows returned for this page. Try lowering limit or adjusting offset.')
    } else toastSuccess(`Checked ${data.checked} links`)
  }

  const deleteBroken = async (): Promise<void> => {
    const { data } = await deleteAll({ ids: broken.map(({ id }) => id) })
    if (!data) {
      toastError('Failed to delete broken GIFs')
      return
    }
    toastSuccess(`Deleted ${data.deleted} broken GIFs`)
    const kept = broken.length - data.deleted
    if (kept > 0) toastNeutral(`${kept} kept: they answered this time, or we couldn't check them.`)
    finding.reset()
  }

  return {
    validate,
    deleteBroken,
    validating: finding.isLoading,
    deleting: deleting.isLoading,
    checked: finding.data?.checked ?? null,
    broken,
  }
}

interface BrokenLinksProps {
  checks: readonly GifCheckView[]
  onOpen: (id: number) => void
}

function BrokenLinks({ checks, onOpen }: BrokenLinksProps) {
  if (checks.length === 0) return null
  return (
    <ul className={styles.broken} aria-label="Broken links">
      {checks.map((check) => (
        <li key={check.id} className={styles.brokenLink}>
          <Button variant="quiet" aria-label={`Open GIF ${check.id}`} onClick={() => onOpen(check.id)}>
            #{check.id}
          </Button>
          <p className={styles.cardLink} title={check.url}>
            {check.url}
          </p>
          <p className={styles.muted}>
            {check.status ?? 'no answer'}
            {check.contentType && `, ${check.contentType}`}
            {check.visible === 1 && ', visible'}
          </p>
        </li>
      ))}
    </ul>
  )
}
