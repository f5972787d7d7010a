import {
  type AdminSession,
  APPEAL_WINDOW_MS,
  DECISION_RULES,
  type DecisionOrder,
  type DecisionPreviewView,
  type DecisionView,
  JOB_CLOCKS_MS,
  type JobDetailView,
  permissionsOf,
  suggestedMeasure,
} from '@kla/proto/web'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import type { FetchArgs } from '@reduxjs/toolkit/query/react'
import { consoleApi, type LocalAnswers } from '../entities/console-api.js'
import { emptySession, sessionSlice } from '../entities/session.js'
import { TRAINEE, type TrainingCase } from './training-cases.js'

const JOB = 1
const PLAYER = 0
const at = (ms: number): string => new Date(ms).toISOString()

/** A case as a job that the trainee has claimed. */
export const jobOf = ({ category, reports }: TrainingCase, nowMs: number): JobDetailView => ({
  id: JOB,
  subject_id: PLAYER,
  subject_name: TRAINEE,
  category,
  opened_at: at(nowMs),
  due_at: at(nowMs + JOB_CLOCKS_MS[category]),
  reports: reports.length,
  reporters: reports.length,
  claimed_by_id: null,
  claimed_by: null,
  claimed_until: null,
  claim: null,
  decisions: 0,
  closed_at: null,
  pending: [],
  decided: [],
  bans_in_force: [],
})

/** Versions of the case's reports. */
export const versionsOf = ({ reports }: TrainingCase): Readonly<Record<string, number>> =>
  Object.fromEntries(reports.map((_, place) => [String(place + 1), 1]))

const decisionOf = (order: DecisionOrder, session: AdminSession, nowMs: number): DecisionView => ({
  id: order.id,
  account_id: PLAYER,
  account_name: TRAINEE,
  job: JOB,
  outcome: order.outcome,
  rule: order.rule ?? null,
  facts: order.facts ?? '',
  basis: order.basis ?? [],
  measures: (order.measures ?? []).map(({ kind, durationMs }) => ({
    kind,
    duration_ms: durationMs ?? null,
    ban_id: null,
  })),
  letter: order.letter ?? '',
  reports: [],
  decided_by_id: session.id,
  decided_by: session.name,
  decided_at: at(nowMs),
  approved_by: null,
  state: 'in_force',
  ended_at: null,
  ended_by: null,
  appeal: null,
  appeal_until: at(nowMs + APPEAL_WINDOW_MS),
})

const NOTHING = { error: { status: 404, data: { error: 'Training has nothing there.', code: 'NOT_FOUND' } } } as const

function previewOf({ earlier }: TrainingCase, params: FetchArgs['params']): DecisionPreviewView {
  const rule = DECISION_RULES.find((each) => each === (params as { rule?: string } | undefined)?.rule) ?? 'other'
  const { kind, durationMs } = suggestedMeasure(rule, earlier)
  return { earlier, suggested: [{ kind, duration_ms: durationMs, ban_id: null }], bans_in_force: [] }
}

/** Answers the form's calls from one case. */
export const answersOf = (given: TrainingCase, session: AdminSession, now: () => number): LocalAnswers => ({
  answer: ({ url, method = 'GET', body, params }) => {
    if (url === 'admin/session') return { data: session }
    if (url === 'admin/decisions/preview') return { data: previewOf(given, params) }
    if (method === 'POST' && url === 'admin/decisions') {
      return { data: decisionOf(body as DecisionOrder, session, now()) }
    }
    return NOTHING
  },
})

/** Creates a store of the console that answers itself and sends nothing. Everyone practises as a moderator. */
export function createTrainingStore(given: TrainingCase, me: AdminSession, now: () => number) {
  const session = { ...me, permissions: [...permissionsOf('moderator', false)] }
  return configureStore({
    reducer: combineSlices(consoleApi, sessionSlice),
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: answersOf(given, session, now) } }).concat(consoleApi.middleware),
    preloadedState: { session: { ...emptySession, page: session } },
  })
}
