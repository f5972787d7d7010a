import { useState, type FormEvent } from 'react'
import { Button } from '../../components/ui/button.js'
import { toastError, toastSuccess } from '../../components/ui/toast.js'
import { errorText } from '../../lib/api/error-text.js'
import { useCreateCupMutation } from '../cups/cups-api.js'
import { useAttempts } from '../kit/once/use-attempts.js'
import { focusFirstInvalid } from '../kit/states/focus-first-invalid.js'
import { cupDraftErrors, EMPTY_CUP, toCupFields } from './cup-draft.js'
import { CupFields } from './cup-fields.js'
import styles from './cup-creator.module.css'

/** One more cup; people can enter it at once. */
export function CreateCup({ onCreated }: { onCreated: (id: string) => void }) {
  const [draft, setDraft] = useState(EMPTY_CUP)
  const [errors, setErrors] = useState({})
  const [create, { isLoading }] = useCreateCupMutation()
  const attempts = useAttempts()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = cupDraftErrors(draft, 0, Date.now())
    setErrors(found)
    if (isLoading) return
    if (Object.keys(found).length > 0) {
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
    onCreated(data.id)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <CupFields draft={draft} errors={errors} onChange={(part) => setDraft((before) => ({ ...before, ...part }))} />
      <Button type="submit" variant="primary" busy={isLoading}>
        Create
      </Button>
    </form>
  )
}
