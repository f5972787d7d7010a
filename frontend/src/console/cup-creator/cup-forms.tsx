import {
  type AdminCupView,
  CATEGORIES,
  CHARACTER_UNITS_MAX,
  CUP_CAPACITY_MAX,
  CUP_CAPACITY_MIN,
  CUP_NAME_MAX,
  MODES,
} from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { Drawer } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { focusFirstInvalid } from '../kit/forms.js'
import { MomentField } from '../kit/moments.js'
import { useCreateCupMutation, useUpdateCupMutation } from './api.js'
import styles from './cup-creator.module.css'
import {
  basisOf,
  changedSettings,
  cupBefore,
  cupChange,
  type CupDraft,
  type CupDraftErrors,
  cupDraftErrors,
  draftOf,
  EMPTY_CUP,
  NO_ERRORS,
  toCupFields,
} from './cup-draft.js'
import { useCupChange } from './use-cup-change.js'

export function CreateCup({ onCreated }: { onCreated: (id: string) => void }) {
  const kept = useDraft('cup', 'new', 'settings', EMPTY_CUP)
  const draft = kept.value
  const [tried, setTried] = useState(false)
  const [create, { isLoading }] = useCreateCupMutation()
  const attempts = useAttempts()

  const errors = cupDraftErrors(draft, 0, useRoughNow())
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
    kept.sent(draft)
    setTried(false)
    onCreated(data.id)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <CupFields
        draft={draft}
        errors={tried ? errors : NO_ERRORS}
        onChange={(part) => kept.change((before) => ({ ...before, ...part }))}
      />
      <DraftNote drafts={[kept]} of="the new cup" />
      <Button type="submit" variant="primary" busy={isLoading}>
        Create
      </Button>
    </form>
  )
}

interface EditCupProps {
  cup: AdminCupView
  onClose: () => void
}

export function EditCup({ cup, onClose }: EditCupProps) {
  const [opened] = useState(() => ({ basis: basisOf(cup), fields: draftOf(cup) }))
  const kept = useDraft('cup', cup.id, 'settings', opened)
  const { basis, fields: draft } = kept.value
  const [tried, setTried] = useState(false)
  const [update, { isLoading }] = useUpdateCupMutation()
  const { change: carryOut, offerUndo } = useCupChange(cup)

  const errors = cupDraftErrors(draft, cup.entered, useRoughNow())
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isLoading) return
    if (Object.keys(errors).length > 0) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    const change = cupChange(basis, draft)
    if (change === null) {
      toastNeutral('No changes.')
      return
    }
    const outcome = await carryOut({
      on: basis,
      yours: changedSettings(basis, change),
      send: (version) => update({ id: cup.id, ...change, version }),
      failed: 'Failed to change the cup.',
    })
    if (outcome.kind === 'open') return
    kept.discard()
    if (outcome.kind === 'done') {
      const before = cupBefore(outcome.over ?? basis, change)
      toastSuccess('Cup changed.')
      offerUndo(`Change of ${cup.name}`, outcome.answer, (version) => update({ id: cup.id, ...before, version }))
    }
    onClose()
  }
  return (
    <Drawer title={`Edit ${cup.name}`} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <CupFields
          draft={draft}
          errors={tried ? errors : NO_ERRORS}
          onChange={(part) => kept.change((before) => ({ ...before, fields: { ...before.fields, ...part } }))}
        />
        <DraftNote drafts={[kept]} of="the cup's settings" />
        <Button type="submit" variant="primary" busy={isLoading}>
          Save
        </Button>
      </form>
    </Drawer>
  )
}

const MODE_OPTIONS = MODES.map((value) => ({ value, label: MODE_WORDS[value].name }))
const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))

interface CupFieldsProps {
  draft: CupDraft
  errors: CupDraftErrors
  onChange: (part: Partial<CupDraft>) => void
}

const CupFields = ({ draft, errors, onChange }: CupFieldsProps) => (
  <>
    <TextField
      label="Name"
      maxLength={CUP_NAME_MAX * CHARACTER_UNITS_MAX}
      value={draft.name}
      error={errors.name}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <MomentField
      label="Start"
      value={draft.startsAt}
      error={errors.startsAt}
      onChange={(startsAt) => onChange({ startsAt })}
    />
    <SelectField label="Mode" value={draft.mode} options={MODE_OPTIONS} onChange={(mode) => onChange({ mode })} />
    <SelectField
      label="Category"
      value={draft.category}
      options={CATEGORY_OPTIONS}
      onChange={(category) => onChange({ category })}
    />
    <TextField
      label="Capacity"
      inputMode="numeric"
      maxLength={2}
      hint={`${CUP_CAPACITY_MIN} to ${CUP_CAPACITY_MAX} players`}
      value={draft.capacity}
      error={errors.capacity}
      onChange={(event) => onChange({ capacity: event.target.value })}
    />
  </>
)
