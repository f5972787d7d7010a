import { useState, type FormEvent } from 'react'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useCreateCupMutation } from '../cups/cups-api.js'
import { useAttempts } from '../kit/once/use-attempts.js'
import { focusFirstInvalid } from '../kit/states/focus-first-invalid.js'
import { useNow } from '../kit/text/use-now.js'
import { cupDraftErrors, EMPTY_CUP, NO_ERRORS, toCupFields } from './cup-draft.js'
import { CupFields } from './cup-fields.js'
import styles from './cup-creator.module.css'

/** One more cup; people can enter it at once. */
export function CreateCup({ onCreated }: { onCreated: (id: string) => void }) {
  const [draft, setDraft] = useState(EMPTY_CUP)
  const [tried, setTried] = useState(false)
  const [create, { isLoading }] = useCreateCupMutation()
  const attempts = useAttempts()

  const errors = cupDraftErrors(draft, 0, useNow())
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isLoading) return
    if (Object.keys(errors).length > 0) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    const fields = toCupFields(draft)
    const { data, error } = await create({ id: attempts.idOf(fields), ...fields })
    if (!data) {
      toastError(errorText(error, 'Failed to create the cup.'))
      return
    }
    attempts.done()
    toastSuccess('Cup created.')
    setDraft(EMPTY_CUP)
    setTried(false)
    onCreated(data.id)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <CupFields
        draft={draft}
        errors={tried ? errors : NO_ERRORS}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      <Button type="submit" variant="primary" busy={isLoading}>
        Create
      </Button>
    </form>
  )
}
