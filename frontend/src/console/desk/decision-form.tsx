import {
  type BanView,
  DECISION_BASES,
  DECISION_TEXT_MAX,
  type DecisionView,
  type JobDetailView,
  NOTES_MAX,
} from '@kla/proto/web'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { TextArea } from '../../shared/ui/fields.js'
import { AlreadyBanned } from '../entities/banned-person.js'
import { BASIS_WORDS, useDecisionPreviewQuery } from '../entities/decisions.js'
import { useMay } from '../entities/session-api.js'
import { type Draft, DraftNote } from '../kit/drafts.js'
import { focusFirstInvalid } from '../kit/forms.js'
import { counted } from '../kit/numbers.js'
import { useShortcut } from '../kit/shortcuts.js'
import { AskForDecision } from './ask-for-decision.js'
import { Choices, focusNextStep, focusStep } from './choices.js'
import { ClaimAgain, mayClaimAgain } from './claim-panel.js'
import type { Claim } from './claim.js'
import {
  banMet,
  chooseFate,
  type Chosen,
  type DecisionDraft,
  type DecisionErrors,
  decisionErrors,
  fateOf,
  measuresIn,
  needsSecondPerson,
  proposedMeasure,
  proposedRule,
  withProposal,
} from './decision-draft.js'
import styles from './decision-form.module.css'
import { FurtherBans } from './further-bans.js'
import { LetterPreview } from './letter-preview.js'
import { RuleAndMeasure } from './rule-and-measure.js'
import { useDecision } from './use-decision.js'
import { decisionSummary } from './words.js'

const BASIS_OPTIONS = DECISION_BASES.map((value) => ({ value, label: BASIS_WORDS[value] }))

interface DecisionFormProps {
  job: JobDetailView
  draft: Draft<DecisionDraft>
  /** Versions of the reports that it decides. */
  versions: Readonly<Record<string, number>>
  claim: Claim
  onClaimAgain: () => Promise<void>
  onRefused: (error: unknown) => boolean
  onDecided: (decision: DecisionView, next: boolean) => void
}

export function DecisionForm(props: DecisionFormProps) {
  const { job, draft, versions, claim, onClaimAgain, onRefused, onDecided } = props
  const form = useRef<HTMLFormElement>(null)
  /** Whether the next job opens afterwards. */
  const goesOn = useRef(true)
  const [tried, setTried] = useState(false)
  const { chosen, proposal, bans } = useChosen(job, draft.value)
  const decision = useDecision({
    job,
    versions,
    draft,
    onRefused,
    onDecided: (made) => onDecided(made, goesOn.current),
  })
  const change = (part: Partial<DecisionDraft>) => draft.change((before) => ({ ...before, ...part }))
  const found = decisionErrors(chosen, bans)
  const { outcome } = draft.value
  const own = claim.kind === 'own'

  const choose = (made: 'acted' | 'dismissed') => {
    setTried(false)
    if (made === outcome) focusStep(form.current?.querySelector('[data-step]'))
    else change({ outcome: made })
  }
  const wasOutcome = useRef(outcome)
  useEffect(() => {
    if (outcome !== '' && outcome !== wasOutcome.current) focusStep(form.current?.querySelector('[data-step]'))
    wasOutcome.current = outcome
  }, [outcome])
  useShortcut('a', 'Act on the job', () => choose('acted'), own)
  useShortcut('d', 'Dismiss the job', () => choose('dismissed'), own)
  useShortcut('Ctrl+Enter', 'Decide and open the next job', null, own)
  useShortcut('Ctrl+Shift+Enter', 'Decide', null, own)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (claim.kind !== 'own' || decision.busy) return
    setTried(true)
    if (Object.keys(found).length > 0) focusFirstInvalid(event.currentTarget)
    else void decision.decide(chosen, bans, claim.claim)
  }
  const setGoesOn = (value: boolean) => {
    goesOn.current = value
  }
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
    if (!event.ctrlKey && !event.metaKey) {
      // Enter in a field would decide: a single key never sends anything.
      if (event.target instanceof HTMLInputElement) {
        event.preventDefault()
        focusNextStep(event.target)
      }
      return
    }
    event.preventDefault()
    goesOn.current = !event.shiftKey
    event.currentTarget.requestSubmit()
  }

  return (
    <>
      <form
        ref={form}
        className={styles.form}
        aria-label="Decision"
        noValidate
        onSubmit={submit}
        onKeyDown={submitByKey}
      >
        <div className={styles.fields}>
          <div
            className={styles.outcomes}
            role="group"
            aria-label="Outcome"
            data-foot={(own && outcome === '') || undefined}
          >
            <Button
              aria-pressed={outcome === 'dismissed'}
              aria-keyshortcuts="d"
              disabled={!own}
              onClick={() => choose('dismissed')}
            >
              Dismiss
            </Button>
            <Button
              aria-pressed={outcome === 'acted'}
              aria-keyshortcuts="a"
              disabled={!own}
              onClick={() => choose('acted')}
            >
              Act
            </Button>
          </div>
          {outcome === 'acted' && (
            <ActFields chosen={chosen} proposal={proposal} bans={bans} errors={tried ? found : {}} onChange={change} />
          )}
          {outcome !== '' && (
            <>
              <LetterField job={job} chosen={chosen} onChange={change} />
              <div data-step="note">
                <TextArea
                  label="Note"
                  rows={2}
                  maxLength={NOTES_MAX}
                  hint="Only administrators read this."
                  value={chosen.note}
                  onChange={(event) => change({ note: event.target.value })}
                />
              </div>
              <DraftNote drafts={[draft]} of="the decision" />
            </>
          )}
        </div>
        {(own ? outcome !== '' : mayClaimAgain(claim)) && (
          <div className={styles.foot}>
            {own ? (
              <Submit
                job={job}
                chosen={chosen}
                busy={decision.busy}
                reports={Object.keys(versions).length}
                onPress={setGoesOn}
              />
            ) : (
              <ClaimAgain claim={claim} onClaimAgain={onClaimAgain} />
            )}
          </div>
        )}
      </form>
      {decision.asking && <AskForDecision job={job} onAsk={decision.ask} onClose={decision.stopAsking} />}
    </>
  )
}

/** Seconds for which a preview is fresh. */
const PREVIEW_S = 60
const NO_BANS: readonly BanView[] = []

/** The draft over what the rule suggests for this account. */
function useChosen(job: JobDetailView, draft: DecisionDraft) {
  const mayBan = useMay()('bans.set')
  const rule = draft.rule || proposedRule(job.category)
  const { currentData } = useDecisionPreviewQuery(
    { account: job.subject_id, rule: rule || 'other' },
    // The server records each look.
    { skip: rule === '' || draft.outcome !== 'acted', refetchOnMountOrArgChange: PREVIEW_S },
  )
  const proposal = { rule: proposedRule(job.category), ...proposedMeasure(currentData?.suggested ?? [], mayBan) }
  return {
    chosen: withProposal(draft, proposal),
    proposal,
    bans: currentData?.bans_in_force ?? job.bans_in_force ?? NO_BANS,
  }
}

interface ActFieldsProps {
  chosen: Chosen
  proposal: ReturnType<typeof useChosen>['proposal']
  bans: readonly BanView[]
  errors: DecisionErrors
  onChange: (part: Partial<DecisionDraft>) => void
}

function ActFields({ chosen, proposal, bans, errors, onChange }: ActFieldsProps) {
  const mayBan = useMay()('bans.set')
  const met = banMet(chosen, bans)
  return (
    <>
      <RuleAndMeasure chosen={chosen} proposal={proposal} errors={errors} mayBan={mayBan} onChange={onChange} />
      {met && (
        <div data-step="then">
          <AlreadyBanned
            ban={met}
            justNow={false}
            value={fateOf(chosen, met)}
            error={errors.then}
            onChange={(then) => onChange(chooseFate(met, then))}
          />
        </div>
      )}
      {mayBan && chosen.measure !== '' && (
        <FurtherBans chosen={chosen} bans={bans} errors={errors.further ?? []} onChange={onChange} />
      )}
      <Choices
        step="basis"
        legend="What shows it"
        several
        options={BASIS_OPTIONS}
        chosen={chosen.basis}
        hint={needsSecondPerson(chosen) ? 'Permanent, on stills alone: a second person has to approve it.' : undefined}
        error={errors.basis}
        onChoose={(basis) =>
          onChange({
            basis: chosen.basis.includes(basis)
              ? chosen.basis.filter((each) => each !== basis)
              : [...chosen.basis, basis],
          })
        }
      />
      <div data-step="facts">
        <TextArea
          label="What happened"
          rows={4}
          maxLength={DECISION_TEXT_MAX}
          hint="The player reads this. Don't say who reported it."
          error={errors.facts}
          value={chosen.facts}
          onChange={(event) => onChange({ facts: event.target.value })}
        />
      </div>
    </>
  )
}

interface LetterFieldProps {
  job: JobDetailView
  chosen: Chosen
  onChange: (part: Partial<DecisionDraft>) => void
}

/** Letters go with measures; a dismissal has one only where help is sent. */
function LetterField({ job, chosen, onChange }: LetterFieldProps) {
  if (chosen.outcome === 'dismissed' && job.category !== 'self_harm') return null
  return (
    <>
      <TextArea
        label={chosen.outcome === 'dismissed' ? 'Message to the player' : 'More for the player'}
        rows={chosen.letter === '' ? 2 : 6}
        maxLength={DECISION_TEXT_MAX}
        hint="The player reads this. You can leave it empty."
        value={chosen.letter}
        onChange={(event) => onChange({ letter: event.target.value })}
      />
      {chosen.outcome === 'acted' && <LetterPreview chosen={chosen} />}
    </>
  )
}

interface SubmitProps {
  job: JobDetailView
  chosen: Chosen
  busy: boolean
  reports: number
  onPress: (goesOn: boolean) => void
}

function Submit({ job, chosen, busy, reports, onPress }: SubmitProps) {
  const now = useRoughNow()
  // Help comes first for someone who may hurt themselves.
  const isQuiet = job.category === 'self_harm' && chosen.outcome === 'acted'
  const isBan = measuresIn(chosen).some(({ measure }) => measure !== 'warning')
  const variant = chosen.outcome === 'acted' && isBan ? 'danger' : 'primary'
  return (
    <>
      <p className={styles.summary}>
        {decisionSummary(chosen, job, now)} Closes {counted(reports, 'report')}.
      </p>
      <div className={styles.submits}>
        <Button
          type="submit"
          variant={isQuiet ? 'secondary' : variant}
          wide={!isQuiet}
          busy={busy}
          aria-keyshortcuts="Control+Enter"
          onClick={() => onPress(true)}
        >
          Decide and next
        </Button>
        <Button
          type="submit"
          variant="quiet"
          aria-disabled={busy}
          aria-keyshortcuts="Control+Shift+Enter"
          onClick={() => onPress(false)}
        >
          Decide
        </Button>
      </div>
    </>
  )
}
