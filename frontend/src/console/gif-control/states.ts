import { CATEGORIES, GIF_CONDITIONS, type GifConditionName, type GifStateName, type GifView } from '@kla/proto/web'
import { ACT_NAMES } from '../../texts/limits-card.js'
import type { Fields } from '../kit/conflict.js'
import type { FilterField } from '../kit/filter-bar.js'
import type { PillTone } from '../kit/text.js'

const CHOSEN_STATES = ['live', 'hidden', 'blocked'] as const satisfies readonly GifStateName[]
/** State that an administrator can set. */
export type ChosenState = (typeof CHOSEN_STATES)[number]

export const STATE_WORDS: Readonly<Record<GifStateName, string>> = {
  draft: 'Draft',
  live: 'Live',
  hidden: 'Hidden',
  blocked: 'Blocked',
}

/** Words, shape and tone, so that none depends on colour alone. */
export const CONDITIONS: Readonly<Record<GifConditionName, { words: string; shape: string; tone: PillTone }>> = {
  checking: { words: 'Checking', shape: '◐', tone: 'blue' },
  broken: { words: 'Broken', shape: '▲', tone: 'red' },
  draft: { words: 'Draft', shape: '○', tone: 'plain' },
  live: { words: 'Live', shape: '●', tone: 'green' },
  hidden: { words: 'Hidden', shape: '□', tone: 'amber' },
  blocked: { words: 'Blocked', shape: '✕', tone: 'red' },
}

export const statesAfter = (state: GifStateName): readonly ChosenState[] =>
  state === 'blocked' ? [] : CHOSEN_STATES.filter((each) => each !== state)

/** State that undoes a change; null after a final one: blocking, or reviewing a draft. */
export const stateBefore = (before: GifStateName, now: ChosenState): ChosenState | null =>
  now !== 'blocked' && (before === 'live' || before === 'hidden') && before !== now ? before : null

export const NO_FILTERS = { category: '', condition: '' }

export const conditionFilters = (counts: Readonly<Record<string, number>>) => [
  { value: '', words: 'All', count: Object.values(counts).reduce((sum, count) => sum + count, 0) },
  ...GIF_CONDITIONS.map((value) => ({ value, words: CONDITIONS[value].words, count: counts[value] ?? 0 })),
]

const ALL = { value: '', label: 'All' }

export const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: value }))

export const FIELDS = [
  { name: 'category', label: 'Category', options: [ALL, ...CATEGORY_OPTIONS] },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]

const WORDS_OF_ACTS = new Map<string, string>(Object.entries(ACT_NAMES))

export const actsField = (acts: GifView['acts']): string =>
  acts === null
    ? 'Not labelled'
    : acts.map((token) => WORDS_OF_ACTS.get(token) ?? token).join(', ') || 'None of the list'

export const gifFields = ({ state, acts, visible, broken }: GifView): Fields => ({
  State: STATE_WORDS[state],
  Shows: actsField(acts),
  Visible: visible ? 'Yes' : 'No',
  Broken: broken ? 'Yes' : 'No',
})

export const thingOf = (id: number): string => `gif ${id}`
