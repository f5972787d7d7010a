import type { RestError } from '@kla/proto/web'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { createSource, type Observable } from '../../shared/browser/observable.js'
import { toastError, toastNeutral } from '../../shared/ui/toast.js'

/** The one question whether it's still the same person. Calls that wait for it share its answer. */
export interface StepUpGate extends Observable<{ readonly open: boolean }> {
  /** Opens the question, or joins the open one. Resolves to true once confirmed. */
  ask: () => Promise<boolean>
  settle: (confirmed: boolean) => void
  /** Number of confirmations so far. */
  confirmations: () => number
}

export function createStepUpGate(): StepUpGate {
  const source = createSource({ open: false })
  let confirmed = 0
  let waiting: ((confirmed: boolean) => void)[] = []
  return {
    get: source.get,
    subscribe: source.subscribe,
    confirmations: () => confirmed,
    ask: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        source.set({ open: true })
      }),
    settle: (isConfirmed) => {
      if (!source.get().open) return
      if (isConfirmed) confirmed += 1
      const due = waiting
      waiting = []
      source.set({ open: false })
      for (const resolve of due) resolve(isConfirmed)
    },
  }
}

export const stepUpGate = createStepUpGate()

const NOT_DONE = 'Not done.'

export const asksForStepUp = (error: unknown): boolean => errorCode(error) === 'STEP_UP_REQUIRED'

interface Answered {
  error?: unknown
}

/**
 * Sends a call, and once more after the confirmation that its refusal asks for; a refused call had no effect. A call that
 * crossed an earlier confirmation is sent again without a question. Cancelled, the refusal says only that nothing was done.
 */
export async function withStepUp<Answer extends Answered>(
  gate: Pick<StepUpGate, 'ask' | 'confirmations'>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const before = gate.confirmations()
  const answer = await send()
  if (!asksForStepUp(answer.error)) return answer
  if (gate.confirmations() > before || (await gate.ask())) return send()
  const { data, ...error } = answer.error as { data: RestError }
  return { ...answer, error: { ...error, data: { ...data, error: NOT_DONE } } }
}

/** Shows why a call failed; calmly if its confirmation was cancelled. */
export const toastFailure = (error: unknown, fallback: string): void => {
  const text = errorText(error, fallback)
  if (asksForStepUp(error) && text === NOT_DONE) toastNeutral(text)
  else toastError(text)
}
