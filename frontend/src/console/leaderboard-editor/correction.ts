import {
  bringsWinsAboveGames,
  CORRECTION_MAX,
  type CorrectionRequest,
  type CorrectionView,
  type StandingsPage,
} from '@kla/proto/web'
import { readWhole } from '../kit/numbers.js'

/** Games won and played by one account. */
export interface Figures {
  won: number
  played: number
}

/** Figures of an account in a page of standings; without a row it has none. */
export function figuresIn(rows: StandingsPage['results'], userId: number): Figures {
  const row = rows.find(({ id }) => id === userId)
  return { won: row?.games_won ?? 0, played: row?.games_played ?? 0 }
}

export const isSameFigures = (one: Figures, other: Figures): boolean =>
  one.won === other.won && one.played === other.played

/** Correction of an account's figures as typed. */
export interface CorrectionDraft {
  won: string
  played: string
}

interface DraftErrors {
  won?: string
  played?: string
}

const readDifference = (text: string): number | null => (text.trim() === '' ? 0 : readWhole(text))

/** Figures after the correction, null where it is invalid. */
export function figuresAfter(before: Figures, draft: CorrectionDraft): { won: number | null; played: number | null } {
  const [won, played] = [readDifference(draft.won), readDifference(draft.played)]
  return { won: won === null ? null : before.won + won, played: played === null ? null : before.played + played }
}

export function draftErrors(before: Figures, draft: CorrectionDraft): DraftErrors {
  const errors: DraftErrors = {}
  for (const figure of ['won', 'played'] as const) {
    const difference = readDifference(draft[figure])
    if (difference === null) errors[figure] = 'A whole number such as 2 or -2.'
    else if (Math.abs(difference) > CORRECTION_MAX) errors[figure] = `At most ${CORRECTION_MAX} up or down.`
    else if (before[figure] + difference < 0) errors[figure] = `That would go below zero: it is ${before[figure]} now.`
  }
  if (Object.keys(errors).length === 0 && bringsWinsAboveGames(toFigures(before), toDifferences(draft))) {
    errors.won = 'That would leave more games won than played.'
  }
  const nothing = readDifference(draft.won) === 0 && readDifference(draft.played) === 0
  return nothing ? { won: 'Change at least one figure.' } : errors
}

const toFigures = ({ won, played }: Figures) => ({ gamesWon: won, gamesPlayed: played })

export const toDifferences = (draft: CorrectionDraft): Pick<CorrectionRequest, 'gamesWon' | 'gamesPlayed'> => ({
  gamesWon: readDifference(draft.won) ?? 0,
  gamesPlayed: readDifference(draft.played) ?? 0,
})

const signed = (difference: number): string => (difference > 0 ? `+${difference}` : String(difference))

/** Describes what a correction adds, as '+2 won, +3 played'. */
export const differenceWords = ({ games_won, games_played }: Pick<CorrectionView, 'games_won' | 'games_played'>) =>
  [
    ...(games_won === 0 ? [] : [`${signed(games_won)} won`]),
    ...(games_played === 0 ? [] : [`${signed(games_played)} played`]),
  ].join(', ')

export const isReversible = ({ reverses, reversed_by }: Pick<CorrectionView, 'reverses' | 'reversed_by'>): boolean =>
  reverses === null && reversed_by === null
