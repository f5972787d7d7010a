import { useState, type FormEvent } from 'react'
import type { CupView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useAddEntryMutation, useRemoveEntryMutation } from '../cups/cups-api.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { readUserId } from '../subjects/read-user-id.js'
import styles from './cup-creator.module.css'

/** Enters somebody by their id. */
export function AddEntry({ cup }: { cup: CupView }) {
  const [userId, setUserId] = useState('')
  const [problem, setProblem] = useState<string>()
  const [add, { isLoading }] = useAddEntryMutation()
  const [remove] = useRemoveEntryMutation()
  const { push } = useUndo()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const id = readUserId(userId)
    if (isLoading) return
    if (id === null) {
      setProblem('Enter a user ID.')
      return
    }
    if (cup.entries.some((entry) => entry.id === id)) {
      setProblem('This player has entered already.')
      return
    }
    const { error } = await add({ id: cup.id, userId: id })
    setProblem(error && errorText(error, 'Failed to add the player.'))
    if (error) return
    toastSuccess('Player added.')
    setUserId('')
    push({ label: `Entry of user ${id} in ${cup.name}`, undo: () => remove({ id: cup.id, userId: id }).unwrap() })
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Add a player by user ID"
        inputMode="numeric"
        value={userId}
        error={problem}
        onChange={(event) => setUserId(event.target.value)}
      />
      <Button type="submit" wide busy={isLoading}>
        Add
      </Button>
    </form>
  )
}
