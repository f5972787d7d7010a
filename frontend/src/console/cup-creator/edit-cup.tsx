import { useState, type FormEvent } from 'react'
import type { CupView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useUpdateCupMutation } from '../cups/cups-api.js'
import { Drawer } from '../kit/dialogs/drawer.js'
import { focusFirstInvalid } from '../kit/states/focus-first-invalid.js'
import { useNow } from '../kit/text/use-now.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { cupBefore, cupChange, cupDraftErrors, draftOf, NO_ERRORS } from './cup-draft.js'
import { CupFields } from './cup-fields.js'
import styles from './cup-creator.module.css'

interface EditCupProps {
  cup: CupView
  onClose: () => void
}

/** Changes what a cup is, until its bracket is drawn. */
export function EditCup({ cup, onClose }: EditCupProps) {
  const [draft, setDraft] = useState(() => draftOf(cup))
  const [tried, setTried] = useState(false)
  const [update, { isLoading }] = useUpdateCupMutation()
  const { push } = useUndo()

  const errors = cupDraftErrors(draft, cup.entered, useNow())
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isLoading) return
    if (Object.keys(errors).length > 0) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    const change = cupChange(cup, draft)
    if (change === null) {
      toastNeutral('No changes.')
      return
    }
    const { error } = await update({ id: cup.id, ...change })
    if (error) {
      toastError(errorText(error, 'Failed to change the cup.'))
      return
    }
    toastSuccess('Cup changed.')
    push({ label: `Change of ${cup.name}`, undo: () => update({ id: cup.id, ...cupBefore(cup, change) }).unwrap() })
    onClose()
  }
  return (
    <Drawer title={`Edit ${cup.name}`} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <CupFields
          draft={draft}
          errors={tried ? errors : NO_ERRORS}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <Button type="submit" variant="primary" busy={isLoading}>
          Save
        </Button>
      </form>
    </Drawer>
  )
}
