import { CHARACTER_UNITS_MAX, PASS_NAME_MAX } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { focusFirstInvalid } from '../kit/forms.js'
import { MomentField } from '../kit/moments.js'
import { usePutSeasonMutation } from './api.js'
import styles from './battle-pass-editor.module.css'
import { type NewSeason, newSeasonErrors, toNewSeason } from './season-draft.js'

const EMPTY: NewSeason = { name: '', startsAt: '', endsAt: '' }
const EMPTY_ERRORS: Partial<NewSeason> = {}

export function CreateSeason({ onCreated }: { onCreated: (id: string) => void }) {
  const kept = useDraft('season', 'new', 'fields', EMPTY)
  const season = kept.value
  const [tried, setTried] = useState(false)
  const [put, { isLoading }] = usePutSeasonMutation()
  const attempts = useAttempts()
  const change = (part: Partial<NewSeason>) => kept.change((before) => ({ ...before, ...part }))

  const errors = newSeasonErrors(season)
  const shown = tried ? errors : EMPTY_ERRORS
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isLoading) return
    if (Object.keys(errors).length > 0) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    const edit = toNewSeason(season)
    const { data, error } = await put({ id: attempts.idOf(edit), ...edit })
    if (!data) {
      toastError(errorText(error, 'Failed to create the season.'))
      return
    }
    attempts.done()
    toastSuccess('Draft created.')
    kept.sent(season)
    setTried(false)
    onCreated(data.id)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        maxLength={PASS_NAME_MAX * CHARACTER_UNITS_MAX}
        value={season.name}
        error={shown.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <MomentField
        label="Start"
        value={season.startsAt}
        error={shown.startsAt}
        onChange={(startsAt) => change({ startsAt })}
      />
      <MomentField label="End" value={season.endsAt} error={shown.endsAt} onChange={(endsAt) => change({ endsAt })} />
      <DraftNote drafts={[kept]} of="the new season" />
      <Button type="submit" variant="primary" busy={isLoading}>
        Create a draft
      </Button>
    </form>
  )
}
