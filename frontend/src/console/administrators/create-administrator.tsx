import { useState, type FormEvent } from 'react'
import type { AdministratorRole } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useCreateAdministratorMutation } from './administrators-api.js'
import styles from './administrators.module.css'
import { ChildSafety } from './child-safety.js'
import { ROLE_OPTIONS } from './words.js'

const EMPTY = { name: '', password: '', role: 'viewer' as AdministratorRole, childSafety: false }

/** Lets one more person in. */
export function CreateAdministrator() {
  const [draft, setDraft] = useState(EMPTY)
  const [create, { isLoading }] = useCreateAdministratorMutation()
  const change = (part: Partial<typeof EMPTY>) => setDraft((before) => ({ ...before, ...part }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const { childSafety, name, ...rest } = draft
    const { data, error } = await create({ ...rest, name: name.trim(), child_safety: childSafety })
    if (!data) {
      toastError(errorText(error, 'Failed to create the administrator.'))
      return
    }
    toastSuccess(`Administrator ${data.name} created.`)
    setDraft(EMPTY)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        required
        maxLength={100}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Password"
        type="password"
        required
        autoComplete="new-password"
        hint="12 to 200 characters. They have to change it at their first sign-in."
        value={draft.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <SelectField label="Role" value={draft.role} options={ROLE_OPTIONS} onChange={(role) => change({ role })} />
      <ChildSafety checked={draft.childSafety} onChange={(childSafety) => change({ childSafety })} />
      <Button type="submit" variant="primary" busy={isLoading}>
        Create
      </Button>
    </form>
  )
}
