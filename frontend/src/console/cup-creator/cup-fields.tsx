import { CATEGORIES, CUP_CAPACITY_MAX, CUP_CAPACITY_MIN, CUP_NAME_MAX, MODES } from '@kla/proto/web'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { MomentField } from '../kit/moments/moment-field.js'
import type { CupDraft, CupDraftErrors } from './cup-draft.js'

const MODE_OPTIONS = MODES.map((value) => ({ value, label: MODE_WORDS[value].name }))
const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))

interface CupFieldsProps {
  draft: CupDraft
  errors: CupDraftErrors
  onChange: (part: Partial<CupDraft>) => void
}

/** What a cup is, to be filled in. */
export const CupFields = ({ draft, errors, onChange }: CupFieldsProps) => (
  <>
    <TextField
      label="Name"
      maxLength={CUP_NAME_MAX}
      value={draft.name}
      error={errors.name}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <MomentField
      label="Start"
      value={draft.startsAt}
      error={errors.startsAt}
      onChange={(event) => onChange({ startsAt: event.target.value })}
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
