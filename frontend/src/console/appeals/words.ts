import type { AppealDecision, AppealView } from '@kla/proto/web'
import { isScope, lengthWords } from '../entities/decisions.js'

type Decision = AppealView['decision']

interface OutcomeWords {
  title: string
  confirm: string
  /** What the answer changes for the player. */
  effect: string
  done: string
}

/** Says what an answer to an appeal does, before and after it is sent. */
export function outcomeWordsOf(outcome: AppealDecision['outcome'], decision: Decision, nowMs: number): OutcomeWords {
  const name = decision.account_name || `#${decision.account_id}`
  const measures = AND.format(decision.measures.map(measureNoun))
  if (outcome === 'upheld') {
    return {
      title: 'Keep the decision?',
      confirm: 'Keep it',
      effect: `Nothing changes for ${name}: ${measures}.`,
      done: `Kept. Nothing changes for ${name}. They get your answer.`,
    }
  }
  const { now, then } = endOf(decision, nowMs)
  return {
    title: 'Overturn the decision?',
    confirm: 'Overturn',
    effect: `${name}'s ${measures} ${now}.`,
    done: `Overturned. ${name}'s ${measures} ${then}. They get your answer.`,
  }
}

function endOf({ measures, decided_at }: Decision, nowMs: number): { now: string; then: string } {
  const isOne = measures.length === 1
  if (measures.every(({ kind }) => kind === 'warning')) return { now: 'is withdrawn', then: 'is withdrawn' }
  const isOver = measures.every(({ duration_ms: ms }) => ms !== null && Date.parse(decided_at) + ms <= nowMs)
  if (isOver) return { now: `${isOne ? 'is' : 'are'} over already`, then: `${isOne ? 'was' : 'were'} over already` }
  return { now: `${isOne ? 'ends' : 'end'} now`, then: `${isOne ? 'has' : 'have'} ended` }
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' })

/** A measure within a sentence: 'warning', 'ban for 7 days' or 'permanent chat ban'. */
function measureNoun({ kind, duration_ms }: Decision['measures'][number]): string {
  if (!isScope(kind)) return 'warning'
  const ban = kind === 'global' ? 'ban' : `${kind === 'api' ? 'API' : kind} ban`
  return duration_ms === null ? `permanent ${ban}` : `${ban} for ${lengthWords(duration_ms)}`
}
