import { type BanView, type DecisionOrder, type DecisionView, type JobDetailView, UNDO_MS } from '@kla/proto/web'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { consoleApi } from '../entities/console-api.js'
import {
  outcomeWords,
  undoLabel,
  useAskForDecisionMutation,
  useDecideMutation,
  useUndoDecisionMutation,
} from '../entities/decisions.js'
import { type Draft, keepAttempt } from '../kit/drafts.js'
import { useUndo } from '../kit/undo.js'
import { type Chosen, contentOf, type DecisionDraft, EMPTY_DECISION } from './decision-draft.js'

interface UseDecisionProps {
  job: JobDetailView
  versions: Readonly<Record<string, number>>
  draft: Draft<DecisionDraft>
  /** Returns true if a refusal was about the claim. */
  onRefused: (error: unknown) => boolean
  onDecided: (decision: DecisionView) => void
}

/** Decides a job, or asks a second person; one press of undo takes a decision back for a minute. */
export function useDecision({ job, versions, draft, onRefused, onDecided }: UseDecisionProps) {
  const dispatch = useDispatch()
  const [send, { isLoading }] = useDecideMutation()
  const [undo] = useUndoDecisionMutation()
  const [ask] = useAskForDecisionMutation()
  const { push } = useUndo()
  const [asking, setAsking] = useState<DecisionOrder | null>(null)

  const remember = (decision: DecisionView, restore: () => boolean) =>
    push({
      label: undoLabel(decision),
      untilMs: Date.now() + UNDO_MS,
      undo: async () => {
        await undo(decision.id).unwrap()
        // The id is spent: deciding again needs a new one.
        if (restore()) draft.change((before) => ({ ...before, attempt: EMPTY_DECISION.attempt }))
      },
    })

  const decide = async (chosen: Chosen, bans: readonly BanView[], claim: string): Promise<void> => {
    if (isLoading) return
    const content = contentOf(chosen, bans, { job: job.id, versions })
    const order = { id: keepAttempt(draft, content), claim, ...content }
    const { data, error } = await send(order)
    if (data) {
      toastSuccess(data.outcome === 'acted' ? `Decided: ${outcomeWords(data)}.` : 'Dismissed.')
      remember(data, draft.discard())
      onDecided(data)
      return
    }
    if (errorCode(error) === 'SECOND_PERSON_REQUIRED') {
      setAsking(order)
      return
    }
    if (onRefused(error)) return
    toastError(errorText(error, "The decision wasn't saved. Try again."))
    // Reports or bans may have changed since they were read.
    dispatch(consoleApi.util.invalidateTags([{ type: 'Jobs', id: job.id }, 'DecisionPreview']))
  }
  return {
    decide,
    busy: isLoading,
    asking,
    ask: () => (asking ? ask(asking) : Promise.resolve({})),
    stopAsking: () => setAsking(null),
  }
}
