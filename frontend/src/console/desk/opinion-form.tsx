import { DECISION_TEXT_MAX } from '@kla/proto/web'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { TextArea } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { focusFirstInvalid } from '../kit/forms.js'
import { useGiveOpinionMutation } from './api.js'
import { focusNextStep } from './choices.js'
import styles from './decision-form.module.css'
import { chosenOf, EMPTY_OPINION, type OpinionDraft, opinionErrors, opinionOrder } from './opinion-draft.js'
import { RuleAndMeasure } from './rule-and-measure.js'

/** Asks what the moderator would have decided. */
export function OpinionForm({ id }: { id: number }) {
  const draft = useDraft('opinion', id, 'opinion', EMPTY_OPINION)
  const [give, { isLoading }] = useGiveOpinionMutation()
  const [tried, setTried] = useState(false)
  const change = (part: Partial<OpinionDraft>) => draft.change((before) => ({ ...before, ...part }))
  const found = opinionErrors(draft.value)
  const errors = tried ? found : {}
  const { outcome, reason } = draft.value

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLoading || outcome === '') return
    setTried(true)
    if (Object.keys(found).length > 0) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    const given = draft.value
    const { data, error } = await give({ id, ...opinionOrder(given) })
    if (!data) {
      toastError(errorText(error, "Your opinion wasn't saved. Try again."))
      return
    }
    draft.sent(given)
    toastSuccess(data.given?.agrees ? 'Given. You agree with the decision.' : 'Given. You differ from the decision.')
  }
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    } else if (event.target instanceof HTMLInputElement) {
      // Enter in a field would give the opinion: a single key never sends anything.
      event.preventDefault()
      focusNextStep(event.target)
    }
  }
  return (
    <form
      className={styles.form}
      aria-label="Second opinion"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKey}
    >
      <div className={styles.fields}>
        <div className={styles.outcomes} role="group" aria-label="Outcome">
          <Button aria-pressed={outcome === 'dismissed'} onClick={() => change({ outcome: 'dismissed' })}>
            No breach
          </Button>
          <Button aria-pressed={outcome === 'acted'} onClick={() => change({ outcome: 'acted' })}>
            Breach
          </Button>
        </div>
        {outcome === 'acted' && (
          <RuleAndMeasure
            chosen={chosenOf(draft.value)}
            errors={errors}
            mayBan
            onChange={({ rule, measure, scope, days }) =>
              change({
                ...(rule !== undefined && { rule }),
                ...(measure !== undefined && { measure }),
                ...(scope !== undefined && { scope }),
                ...(days !== undefined && { days }),
              })
            }
          />
        )}
        {outcome !== '' && (
          <div data-step="reason">
            <TextArea
              label="Why"
              rows={4}
              maxLength={DECISION_TEXT_MAX}
              hint="The first moderator and owners read this."
              error={errors.reason}
              value={reason}
              onChange={(event) => change({ reason: event.target.value })}
            />
          </div>
        )}
        <DraftNote drafts={[draft]} of="the opinion" />
      </div>
      {outcome !== '' && (
        <div className={styles.foot}>
          <Button type="submit" variant="primary" wide busy={isLoading} aria-keyshortcuts="Control+Enter">
            Give the opinion
          </Button>
        </div>
      )}
    </form>
  )
}
