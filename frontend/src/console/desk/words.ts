import { BAN_DURATIONS, type JobDetailView } from '@kla/proto/web'
import { endWords } from '../../shared/time/when-words.js'
import { DURATION_CHOICES, type DurationChoice, SCOPE_WORDS } from '../entities/bans.js'
import { lengthWords } from '../entities/decisions.js'
import { banLengthOf, type Chosen, type MeasureChoice, type MeasureDraft, measuresIn } from './decision-draft.js'

const durationLabel = (choice: DurationChoice): string => {
  if (choice === 'permanent') return 'Ban permanently'
  if (choice === 'custom') return 'Ban for other days'
  return `Ban for ${lengthWords(BAN_DURATIONS[choice])}`
}

/** Lengths of a further ban, the shortest first. */
export const LENGTH_OPTIONS: readonly { value: DurationChoice | ''; label: string }[] = [
  { value: '', label: 'Choose…' },
  ...DURATION_CHOICES.filter((choice) => choice !== 'permanent' && choice !== 'custom').map((value) => ({
    value,
    label: lengthWords(BAN_DURATIONS[value]),
  })),
  { value: 'permanent', label: 'Permanent' },
  { value: 'custom', label: 'Other days' },
]

/** Measures to choose from, the mildest first. */
export const MEASURE_OPTIONS: readonly { value: MeasureChoice; label: string }[] = [
  { value: 'warning', label: 'Warning' },
  ...DURATION_CHOICES.filter((choice) => choice !== 'permanent' && choice !== 'custom').map((value) => ({
    value,
    label: durationLabel(value),
  })),
  { value: 'permanent', label: durationLabel('permanent') },
  { value: 'custom', label: durationLabel('custom') },
]

/** What follows for the player: 'Ban until 5 Dec 2026, 14:00 UTC'; null while a part is unknown. */
export function measureSummary(chosen: Chosen, nowMs: number): string | null {
  const parts = measuresIn(chosen).map((measure) => partSummary(measure, nowMs))
  const known = parts.filter((part) => part !== null)
  if (known.length < parts.length) return null
  const [first = '', ...others] = known
  return listWords([first, ...others.map((part) => part.charAt(0).toLowerCase() + part.slice(1))])
}

function partSummary(chosen: MeasureDraft, nowMs: number): string | null {
  if (chosen.measure === 'warning') return 'Warning'
  const lengthMs = banLengthOf(chosen)
  if (lengthMs === undefined) return null
  const ban = chosen.scope === 'global' ? 'Ban' : `${SCOPE_WORDS[chosen.scope]} ban`
  return lengthMs === null
    ? `Permanent ${ban.toLowerCase()}`
    : `${ban} until ${endWords(new Date(nowMs + lengthMs).toISOString())}`
}

/** 'one', 'one and two', 'one; two and three': ends of bans have commas of their own. */
const listWords = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join('; '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')

/** Says what pressing Decide does. */
export function decisionSummary(
  chosen: Chosen,
  job: Pick<JobDetailView, 'subject_name' | 'subject_id'>,
  nowMs: number,
) {
  const name = `${job.subject_name || 'Gone'} (#${job.subject_id})`
  if (chosen.outcome === 'dismissed') return `No action against ${name}.`
  const measure = measureSummary(chosen, nowMs)
  return measure === null ? `Choose what follows for ${name}.` : `${measure} for ${name}.`
}
