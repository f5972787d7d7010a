import {
  type AdminCupView,
  type Category,
  characterCount,
  CUP_CAPACITY_MAX,
  CUP_CAPACITY_MIN,
  CUP_NAME_MAX,
  type CupCreation,
  type CupStateName,
  type CupUpdate,
  type Mode,
  visibleLine,
} from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { endWords } from '../../shared/time/when-words.js'
import { CUP_STATE_WORDS } from '../entities/cup-words.js'
import type { Fields } from '../kit/conflict.js'
import { readWhole } from '../kit/numbers.js'
import { fromLocalField, localFieldError, toLocalField } from '../kit/times.js'

/** Cup settings as the form holds them. */
export interface CupDraft {
  name: string
  mode: Mode
  category: Category
  capacity: string
  startsAt: string
}

export type CupDraftErrors = Partial<Record<keyof CupDraft, string | undefined>>
type CupFields = Omit<CupCreation, 'id'>

export const NO_ERRORS: CupDraftErrors = {}
export const EMPTY_CUP: CupDraft = { name: '', mode: 'rush', category: 'default', capacity: '16', startsAt: '' }

/** Version of a cup, and when an administrator last changed it. */
export type CupVersion = Pick<AdminCupView, 'version' | 'changed_at'>

type Settings = Pick<AdminCupView, 'name' | 'mode' | 'category' | 'capacity' | 'starts_at'>

export type CupBasis = Settings & CupVersion

export const basisOf = ({ name, mode, category, capacity, starts_at, version, changed_at }: CupBasis): CupBasis => ({
  name,
  mode,
  category,
  capacity,
  starts_at,
  version,
  changed_at,
})

/** Order of the entries as arranged, by account id, and the version it began on. */
interface SeedsDraft {
  order: readonly number[]
  basis: CupVersion
}

export const AS_SAVED: SeedsDraft = { order: [], basis: { version: 0, changed_at: null } }

export const NO_SETTINGS: { basis: CupBasis; fields: CupDraft } = {
  basis: { name: '', mode: 'rush', category: 'default', capacity: 0, starts_at: '', ...AS_SAVED.basis },
  fields: EMPTY_CUP,
}

export const draftOf = (cup: Settings): CupDraft => ({
  name: cup.name,
  mode: cup.mode,
  category: cup.category,
  capacity: String(cup.capacity),
  startsAt: toLocalField(new Date(cup.starts_at)),
})

/** Returns no errors for a valid draft. `entered` counts players with a place. */
export function cupDraftErrors(draft: CupDraft, entered: number, nowMs: number): CupDraftErrors {
  const errors: CupDraftErrors = {}
  const name = visibleLine(draft.name)
  if (name === '') errors.name = 'A name is required.'
  else if (characterCount(name) > CUP_NAME_MAX) errors.name = `At most ${CUP_NAME_MAX} characters.`
  const capacity = readWhole(draft.capacity)
  if (capacity === null || capacity < CUP_CAPACITY_MIN || capacity > CUP_CAPACITY_MAX) {
    errors.capacity = `${CUP_CAPACITY_MIN} to ${CUP_CAPACITY_MAX} players.`
  } else if (capacity < entered) errors.capacity = `${entered} have entered already.`
  const startsAt = fromLocalField(draft.startsAt)
  if (startsAt === null) errors.startsAt = localFieldError(draft.startsAt)
  else if (Date.parse(startsAt) <= nowMs) errors.startsAt = 'That time has passed.'
  return errors
}

export const toCupFields = (draft: CupDraft): CupFields => ({
  name: visibleLine(draft.name),
  mode: draft.mode,
  category: draft.category,
  capacity: readWhole(draft.capacity) ?? 0,
  starts_at: fromLocalField(draft.startsAt) ?? '',
})

/** Returns the changed fields, or null if none changed. */
export function cupChange(cup: Settings, draft: CupDraft): CupUpdate | null {
  const before = draftOf(cup)
  const fields = toCupFields(draft)
  const change: CupUpdate = {
    ...(fields.name !== cup.name && { name: fields.name }),
    ...(fields.mode !== cup.mode && { mode: fields.mode }),
    ...(fields.category !== cup.category && { category: fields.category }),
    ...(fields.capacity !== cup.capacity && { capacity: fields.capacity }),
    ...(draft.startsAt !== before.startsAt && { starts_at: fields.starts_at }),
  }
  return Object.keys(change).length === 0 ? null : change
}

export const cupBefore = (cup: Settings, change: CupUpdate): CupUpdate => ({
  ...(change.name !== undefined && { name: cup.name }),
  ...(change.mode !== undefined && { mode: cup.mode }),
  ...(change.category !== undefined && { category: cup.category }),
  ...(change.capacity !== undefined && { capacity: cup.capacity }),
  ...(change.starts_at !== undefined && { starts_at: cup.starts_at }),
})

/** True until the bracket is drawn: entries and settings can change. */
export const isOpen = (state: CupStateName): boolean => state === 'sign-up' || state === 'check-in'

export const isUnfinished = (state: CupStateName): boolean => isOpen(state) || state === 'running'

const seedWords = ({ entries }: Pick<AdminCupView, 'entries'>): string =>
  entries.map(({ seed, username, id }) => `${seed}. ${username || `#${id}`}`).join(', ')

export const cupFields = (cup: AdminCupView): Fields => ({
  ...settingsFields(cup),
  State: CUP_STATE_WORDS[cup.state],
  Players: seedWords(cup),
})

const settingsFields = ({ name, mode, category, capacity, starts_at }: Settings) => ({
  Name: name,
  Mode: MODE_WORDS[mode].name,
  Category: CATEGORY_WORDS[category],
  Capacity: String(capacity),
  Start: endWords(starts_at),
})

export function changedSettings(before: Settings, change: CupUpdate): Fields {
  const names: Readonly<Record<keyof Settings, keyof ReturnType<typeof settingsFields>>> = {
    name: 'Name',
    mode: 'Mode',
    category: 'Category',
    capacity: 'Capacity',
    starts_at: 'Start',
  }
  const words = settingsFields({ ...before, ...change })
  return Object.fromEntries(
    Object.entries(names).flatMap(([part, name]) =>
      change[part as keyof Settings] === undefined ? [] : [[name, words[name]]],
    ),
  )
}

export const thingOf = (id: string): string => `cup ${id}`
