import { DECISION_RULES } from '@kla/proto/web'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { SCOPE_OPTIONS } from '../entities/bans.js'
import { RULE_WORDS } from '../entities/decisions.js'
import { Choices } from './choices.js'
import type { Chosen, DecisionDraft, DecisionErrors, Proposal } from './decision-draft.js'
import { MEASURE_OPTIONS } from './words.js'

const RULE_OPTIONS = DECISION_RULES.map((value) => ({ value, label: RULE_WORDS[value] }))

interface RuleAndMeasureProps {
  chosen: Pick<Chosen, 'rule' | 'measure' | 'scope' | 'days'>
  /** Undefined: nothing is suggested. */
  proposal?: Pick<Proposal, 'rule' | 'measure'>
  errors: Pick<DecisionErrors, 'rule' | 'measure' | 'days'>
  mayBan: boolean
  onChange: (part: Partial<DecisionDraft>) => void
}

/** The rule that was broken, and what follows. */
export function RuleAndMeasure({ chosen, proposal, errors, mayBan, onChange }: RuleAndMeasureProps) {
  const isBan = chosen.measure !== '' && chosen.measure !== 'warning'
  return (
    <>
      <Choices
        step="rule"
        legend="Rule"
        options={RULE_OPTIONS}
        chosen={chosen.rule ? [chosen.rule] : []}
        proposed={proposal?.rule}
        error={errors.rule}
        onChoose={(rule) => onChange({ rule })}
      />
      <Choices
        step="measure"
        legend="What follows"
        options={mayBan ? MEASURE_OPTIONS : MEASURE_OPTIONS.slice(0, 1)}
        chosen={chosen.measure ? [chosen.measure] : []}
        proposed={proposal?.measure}
        hint={mayBan ? undefined : "Your role can't ban."}
        error={errors.measure}
        onChoose={(measure) => onChange({ measure, days: '', then: '' })}
      />
      {chosen.measure === 'custom' && (
        <div data-step="days">
          <TextField
            label="Days"
            inputMode="decimal"
            value={chosen.days}
            error={errors.days}
            hint="Half a day is 0.5."
            onChange={(event) => onChange({ measure: 'custom', days: event.target.value })}
          />
        </div>
      )}
      {isBan && (
        <SelectField
          label="Where"
          value={chosen.scope}
          options={SCOPE_OPTIONS}
          onChange={(scope) => onChange({ scope, then: '' })}
        />
      )}
    </>
  )
}
