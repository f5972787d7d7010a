/** Steps in order, each with its own deadline. */
export const REPAIR_STEPS = ['ice-restart', 'other-relay', 'new-connection'] as const
export type RepairStep = (typeof REPAIR_STEPS)[number]

/** `still`: frames stopped while packets arrive. */
export type Trouble = 'failed' | 'disconnected' | 'silent' | 'still'

/** Repair state of one connection. */
export interface Repair {
  readonly trouble: Trouble
  /** Null while it may recover unaided. */
  readonly step: RepairStep | null
  readonly sinceMs: number
  readonly dueMs: number
  readonly gaveUp: boolean
}

/** `anew`: reconnecting for another reason. */
export type RepairEvent =
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
  | { readonly kind: 'due' | 'flowing' | 'anew' }

interface Circumstances {
  readonly nowMs: number
  readonly polite: boolean
  readonly otherRelay: boolean
}

/** What the caller must do next. */
export type RepairEffect =
  | { readonly kind: 'begin' }
  | { readonly kind: 'give-up' }
  | { readonly kind: 'try' | 'done' | 'failed'; readonly step: RepairStep }

interface Repaired {
  readonly repair: Repair | null
  readonly effects: readonly RepairEffect[]
}

const RECOVERS_WITHIN_MS = 1_500
/** The polite side lets the other begin. */
const STEP_WITHIN_MS = {
  impolite: { 'ice-restart': 6_000, 'other-relay': 6_000, 'new-connection': 12_000 },
  polite: { 'ice-restart': 9_000, 'other-relay': 9_000, 'new-connection': 18_000 },
} as const
/** The game waits no longer; the repair goes on. */
export const GIVES_UP_AFTER_MS = 30_000

export function repairRule(repair: Repair | null, event: RepairEvent, circumstances: Circumstances): Repaired {
  if (event.kind === 'flowing') return ended(repair)
  if (event.kind === 'anew') return { repair: repair && anew(repair, circumstances), effects: [] }
  if (event.kind === 'trouble') return troubled(repair, event.trouble, circumstances)
  return repair === null || circumstances.nowMs < repair.dueMs ? { repair, effects: [] } : next(repair, circumstances)
}

const ended = (repair: Repair | null): Repaired => ({
  repair: null,
  effects: repair?.step ? [{ kind: 'done', step: repair.step }] : [],
})

const stepWithin = (step: RepairStep, { nowMs, polite }: Circumstances): number =>
  nowMs + STEP_WITHIN_MS[polite ? 'polite' : 'impolite'][step]

const anew = (repair: Repair, circumstances: Circumstances): Repair => ({
  ...repair,
  step: 'new-connection',
  dueMs: stepWithin('new-connection', circumstances),
})

function troubled(repair: Repair | null, trouble: Trouble, circumstances: Circumstances): Repaired {
  const { nowMs } = circumstances
  const waits = trouble === 'disconnected'
  if (repair !== null && (repair.step !== null || waits)) return { repair, effects: [] }
  const begun = {
    trouble,
    step: null,
    sinceMs: repair?.sinceMs ?? nowMs,
    dueMs: nowMs + RECOVERS_WITHIN_MS,
    gaveUp: false,
  }
  return waits ? { repair: begun, effects: [] } : next(begun, circumstances)
}

function next(repair: Repair, circumstances: Circumstances): Repaired {
  const { nowMs, otherRelay } = circumstances
  const at = repair.step === null ? -1 : REPAIR_STEPS.indexOf(repair.step)
  const failed: RepairEffect[] = repair.step === null ? [{ kind: 'begin' }] : [{ kind: 'failed', step: repair.step }]
  if (repair.trouble === 'still' && at >= 0) {
    return {
      repair: { ...repair, dueMs: Infinity, gaveUp: true },
      effects: repair.gaveUp ? [] : [...failed, { kind: 'give-up' }],
    }
  }
  const step =
    REPAIR_STEPS.find((one, index) => index > at && (one !== 'other-relay' || otherRelay)) ?? 'new-connection'
  const gaveUp = nowMs - repair.sinceMs >= GIVES_UP_AFTER_MS
  const dueMs = stepWithin(step, circumstances)
  const given: RepairEffect[] = gaveUp && !repair.gaveUp ? [{ kind: 'give-up' }] : []
  return { repair: { ...repair, step, dueMs, gaveUp }, effects: [...failed, { kind: 'try', step }, ...given] }
}
