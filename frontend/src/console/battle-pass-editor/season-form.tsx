import { CHARACTER_UNITS_MAX, PASS_NAME_MAX, type SeasonView } from '@kla/proto/web'
import { TextField } from '../../shared/ui/fields.js'
import { MomentField } from '../kit/moments.js'
import { Section } from '../kit/text.js'
import styles from './battle-pass-editor.module.css'
import type { SeasonDraft, SeasonErrors } from './season-draft.js'
import { Tiers } from './tiers.js'

interface SeasonFormProps {
  season: SeasonView
  draft: SeasonDraft
  errors: SeasonErrors
  onChange: ((part: Partial<SeasonDraft>) => void) | null
}

/** Edits a season; once published, only its name, a later end and further tiers. */
export function SeasonForm({ season, draft, errors, onChange }: SeasonFormProps) {
  const fixed = season.published || onChange === null
  const change = (part: Partial<SeasonDraft>) => onChange?.(part)
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label="Name"
          maxLength={PASS_NAME_MAX * CHARACTER_UNITS_MAX}
          disabled={onChange === null}
          value={draft.name}
          error={errors.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <MomentField
          label="Start"
          disabled={fixed}
          value={draft.startsAt}
          error={errors.startsAt}
          onChange={(startsAt) => change({ startsAt })}
        />
        <MomentField
          label="End"
          disabled={onChange === null}
          value={draft.endsAt}
          error={errors.endsAt}
          onChange={(endsAt) => change({ endsAt })}
        />
        <TextField
          label="Points for a game played"
          inputMode="numeric"
          disabled={fixed}
          value={draft.pointsPlayed}
          error={errors.pointsPlayed}
          onChange={(event) => change({ pointsPlayed: event.target.value })}
        />
        <TextField
          label="More points for a game won"
          inputMode="numeric"
          disabled={fixed}
          value={draft.pointsWon}
          error={errors.pointsWon}
          onChange={(event) => change({ pointsWon: event.target.value })}
        />
      </div>
      <Section title={`Tiers: ${draft.tiers.length}`}>
        <Tiers
          tiers={draft.tiers}
          fixed={season.published ? season.tiers.length : 0}
          errors={errors.tiers}
          onChange={onChange && ((tiers) => change({ tiers }))}
        />
      </Section>
    </>
  )
}
