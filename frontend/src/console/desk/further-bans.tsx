import type { BanScope, BanView } from '@kla/proto/web'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { AlreadyBanned } from '../entities/banned-person.js'
import { SCOPE_OPTIONS, SCOPE_WORDS } from '../entities/bans.js'
import { focusStep } from './choices.js'
import {
  banMet,
  chooseFate,
  type Chosen,
  type DecisionDraft,
  fateOf,
  freeScopes,
  type FurtherBan,
  type FurtherErrors,
} from './decision-draft.js'
import styles from './decision-form.module.css'
import { LENGTH_OPTIONS } from './words.js'

interface FurtherBansProps {
  chosen: Chosen
  bans: readonly BanView[]
  /** Errors of each further ban, in order. */
  errors: readonly FurtherErrors[]
  onChange: (part: Partial<DecisionDraft>) => void
}

/** Bans beside the first measure, each with a place and a length of its own. */
export function FurtherBans({ chosen, bans, errors, onChange }: FurtherBansProps) {
  const { further = [] } = chosen
  const [free] = freeScopes(chosen)
  const set = (next: FurtherBan[]) => onChange({ further: next.length > 0 ? next : undefined })
  const changeAt = (at: number, part: Partial<FurtherBan>) =>
    set(further.map((ban, place) => (place === at ? { ...ban, ...part } : ban)))
  const list = useRef<HTMLDivElement>(null)
  const add = (scope: BanScope) => {
    flushSync(() => set([...further, { scope, measure: '', days: '', then: '' }]))
    focusStep(list.current?.querySelector('[data-step]:last-of-type'))
  }
  const remove = (at: number) => {
    flushSync(() => set(further.filter((_, place) => place !== at)))
    list.current?.querySelector<HTMLElement>(':scope > button')?.focus()
  }
  return (
    <div ref={list} className={styles.furthers}>
      {further.map((ban, place) => (
        <FurtherBanFields
          key={place}
          ban={ban}
          met={banMet(ban, bans)}
          errors={errors[place] ?? {}}
          onChange={(part) => changeAt(place, part)}
          onRemove={() => remove(place)}
        />
      ))}
      {free && (
        <Button variant="quiet" onClick={() => add(free)}>
          Add another measure
        </Button>
      )}
    </div>
  )
}

interface FurtherBanFieldsProps {
  ban: FurtherBan
  met: BanView | null
  errors: FurtherErrors
  onChange: (part: Partial<FurtherBan>) => void
  onRemove: () => void
}

function FurtherBanFields({ ban, met, errors, onChange, onRemove }: FurtherBanFieldsProps) {
  const { scope, measure, days } = ban
  return (
    <fieldset className={styles.further} data-step="further">
      <legend className={styles.legend}>Also</legend>
      <SelectField
        label="Ban from"
        value={scope}
        options={SCOPE_OPTIONS}
        error={errors.scope}
        onChange={(next) => onChange({ scope: next, then: '' })}
      />
      <SelectField
        label="For how long"
        value={measure}
        options={LENGTH_OPTIONS}
        error={errors.measure}
        onChange={(next) => onChange({ measure: next, days: '', then: '' })}
      />
      {measure === 'custom' && (
        <TextField
          label="Days of this ban"
          inputMode="decimal"
          value={days}
          error={errors.days}
          hint="Half a day is 0.5."
          onChange={(event) => onChange({ days: event.target.value })}
        />
      )}
      {met && (
        <AlreadyBanned
          ban={met}
          justNow={false}
          value={fateOf(ban, met)}
          error={errors.then}
          onChange={(then) => onChange(chooseFate(met, then))}
        />
      )}
      <Button variant="quiet" aria-label={`Remove the ban from ${SCOPE_WORDS[scope]}`} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  )
}
