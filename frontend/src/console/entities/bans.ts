import {
  type ActiveBan,
  BAN_DURATION_MAX_MS,
  BAN_DURATIONS,
  BAN_SCOPES,
  type BanCreation,
  type BanList,
  type BanScope,
  type BanThen,
  type BanView,
  type DeletionView,
  type NoteCreation,
  visibleText,
} from '@kla/proto/web'
import { endWords } from '../../shared/time/when-words.js'
import type { Fields } from '../kit/conflict.js'
import { readUserId } from '../kit/numbers.js'
import type { PillTone } from '../kit/text.js'
import { afterChange } from './changes.js'
import { consoleApi, type ListQuery } from './console-api.js'

export const SCOPE_WORDS: Readonly<Record<BanScope, string>> = {
  global: 'Global',
  rooms: 'Rooms',
  chat: 'Chat',
  api: 'API',
}

export const SCOPE_OPTIONS = BAN_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }))

const DAY_MS = 86_400_000

export const DURATION_CHOICES = ['permanent', '1h', '24h', '7d', '30d', 'custom'] as const
export type DurationChoice = (typeof DURATION_CHOICES)[number]

/** A ban form's fields, as typed. */
export interface BanDraft {
  userId: string
  scope: BanScope
  duration: DurationChoice | ''
  days: string
  reason: string
  notes: string
  evidence: string
}

export const emptyDraft: BanDraft = {
  userId: '',
  scope: 'global',
  duration: '',
  days: '',
  reason: '',
  notes: '',
  evidence: '',
}

interface DraftErrors {
  userId?: string
  duration?: string
  days?: string
  reason?: string
  evidence?: string
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Milliseconds; null for permanent, undefined while unknown. */
export function durationOf({ duration, days }: Pick<BanDraft, 'duration' | 'days'>): number | null | undefined {
  if (duration === '') return undefined
  if (duration !== 'custom') return BAN_DURATIONS[duration]
  const count = Number(days)
  return Number.isFinite(count) && count > 0 ? Math.max(1, Math.round(count * DAY_MS)) : undefined
}

export function draftErrors(draft: BanDraft): DraftErrors {
  const errors: DraftErrors = {}
  if (readUserId(draft.userId) === null) errors.userId = 'User ID is required.'
  if (draft.duration === '') errors.duration = 'Choose how long the ban lasts.'
  else if (durationOf(draft) === undefined) errors.days = 'Enter a number of days above 0.'
  if (draft.reason.trim() === '') errors.reason = 'Give a reason. The player reads it.'
  if ((durationOf(draft) ?? 0) > BAN_DURATION_MAX_MS) {
    errors.days = `At most ${BAN_DURATION_MAX_MS / DAY_MS} days. Longer than that is permanent.`
  }
  if (draft.evidence.trim() !== '' && !isJson(draft.evidence)) errors.evidence = 'Evidence JSON is invalid.'
  return errors
}

/** The ban that was seen and its fate; null without one. */
export type SeenBan = { ban: Pick<BanView, 'id' | 'version'>; then: BanThen } | null

export const toBanCreation = (draft: BanDraft, seen: SeenBan): BanCreation => ({
  userId: readUserId(draft.userId) ?? 0,
  scope: draft.scope,
  durationMs: durationOf(draft) ?? null,
  reason: visibleText(draft.reason) || null,
  notes: visibleText(draft.notes) || null,
  ...(draft.evidence.trim() !== '' && { evidenceJson: JSON.parse(draft.evidence) as unknown }),
  expected: seen && { id: seen.ban.id, version: seen.ban.version, then: seen.then },
})

/** Words such as 'until 24 November, 12:00' or 'permanently'. */
export const endOfBan = ({ expires_at }: Pick<BanView, 'expires_at'>): string =>
  expires_at === null ? 'permanently' : `until ${endWords(expires_at)}`

const FROM: Readonly<Record<BanScope, string>> = {
  global: 'everything on Kla',
  rooms: 'rooms, and a running battle ends at once',
  chat: 'the chat',
  api: 'shop, library and account',
}

/** Summarizes the ban; null until the person and duration are known. */
export function banSummary(draft: BanDraft, nowMs: number, name?: string): string | null {
  const userId = readUserId(draft.userId)
  if (userId === null) return null
  const durationMs = durationOf(draft)
  if (durationMs === undefined) return null
  const until = durationMs === null ? 'permanently' : `until ${endWords(new Date(nowMs + durationMs).toISOString())}`
  return `Bans ${name ? `${name} (#${userId})` : `user ${userId}`} ${until} from ${FROM[draft.scope]}.`
}

type BanStatus = 'active' | 'expired' | 'lifted'

/** Status by the local clock (platform specification, section 4). */
export function banStatus(
  { lifted_at, expires_at }: Pick<BanView, 'lifted_at' | 'expires_at'>,
  nowMs: number,
): BanStatus {
  if (lifted_at !== null) return 'lifted'
  return expires_at === null || Date.parse(expires_at) > nowMs ? 'active' : 'expired'
}

export const BAN_STATUS_WORDS: Readonly<Record<BanStatus, string>> = {
  active: 'Active',
  expired: 'Expired',
  lifted: 'Lifted',
}

export const BAN_STATUS_TONES: Readonly<Record<BanStatus, PillTone>> = {
  active: 'red',
  expired: 'plain',
  lifted: 'green',
}

export const banFields = (ban: BanView): Fields => ({
  Ban: ban.lifted_at === null ? 'In force or expired' : `Lifted by ${ban.lifted_by ?? '-'}`,
  Scope: SCOPE_WORDS[ban.scope],
  Ends: ban.expires_at === null ? 'Never' : endWords(ban.expires_at),
  Reason: ban.reason ?? '',
  'Lift reason': ban.lift_reason ?? '',
  'Last note': ban.notes ?? '',
})

/** Address that lists the ban, wherever it is among those of all accounts. */
export const banPath = ({ id, user_id }: Pick<BanView, 'id' | 'user_id'>): string =>
  `/bans?userId=${user_id}&active=&open=${id}`

export const thingOf = (id: number): string => `ban ${id}`

interface BanPage {
  bans: BanList
  /** Null for a page after a cursor. */
  total: number | null
  next: string | null
}

interface LiftAllOrder {
  userId: number
  scope: BanScope | null
  liftReason: string | null
  /** Versions by id of the bans seen; others are not lifted. */
  versions: Record<string, number>
}

const changesBans = afterChange('Bans', 'Subjects')

const bansApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    bans: build.query<BanPage, ListQuery>({
      query: (params) => ({ url: 'admin/bans', params }),
      transformResponse: (bans: BanList, meta) => {
        const total = meta?.response?.headers.get('x-total-count') ?? null
        return {
          bans,
          total: total === null ? null : Number(total),
          next: meta?.response?.headers.get('x-next-cursor') ?? null,
        }
      },
      providesTags: ['Bans'],
    }),
    /** Active ban of one scope, or the longest of all. */
    activeBan: build.query<BanView | null, { userId: number; scope: BanScope | null }>({
      query: ({ userId, scope }) => ({ url: `admin/bans/${userId}/active`, params: scope ? { scope } : {} }),
      transformResponse: (ban: ActiveBan | null) => (ban?.id === undefined ? null : (ban as BanView)),
      providesTags: ['Bans'],
    }),
    createBan: build.mutation<BanView, BanCreation>({
      query: (body) => ({ url: 'admin/bans', method: 'POST', body }),
      invalidatesTags: changesBans,
    }),
    liftBan: build.mutation<BanView, { id: number; liftReason: string | null; version?: number }>({
      query: ({ id, ...body }) => ({ url: `admin/bans/${id}/lift`, method: 'PATCH', body }),
      invalidatesTags: changesBans,
    }),
    addBanNote: build.mutation<BanView, { ban: number } & NoteCreation>({
      query: ({ ban, ...body }) => ({ url: `admin/bans/${ban}/notes`, method: 'POST', body }),
      invalidatesTags: changesBans,
    }),
    liftAllBans: build.mutation<{ lifted: number }, LiftAllOrder>({
      query: ({ userId, ...body }) => ({ url: `admin/bans/${userId}/lift-all`, method: 'POST', body }),
      invalidatesTags: changesBans,
    }),
    deleteBan: build.mutation<DeletionView, { id: number; version: number }>({
      query: ({ id, version }) => ({ url: `admin/bans/${id}`, method: 'DELETE', params: { version } }),
      invalidatesTags: changesBans,
    }),
  }),
})

export const {
  useBansQuery,
  useLazyBansQuery,
  useLazyActiveBanQuery,
  useCreateBanMutation,
  useLiftBanMutation,
  useAddBanNoteMutation,
  useLiftAllBansMutation,
  useDeleteBanMutation,
} = bansApi
