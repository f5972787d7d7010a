import type { CorrectionView } from '@kla/proto/web'

/** '+2', '-1', '0'. */
export const signed = (difference: number): string => (difference > 0 ? `+${difference}` : String(difference))

/** What a correction changes: '+2 won, +3 played'. */
export const differenceWords = ({ games_won, games_played }: Pick<CorrectionView, 'games_won' | 'games_played'>) =>
  [
    ...(games_won === 0 ? [] : [`${signed(games_won)} won`]),
    ...(games_played === 0 ? [] : [`${signed(games_played)} played`]),
  ].join(', ')

/** Whether it still has an effect of its own that can be undone. */
export const isReversible = ({ reverses, reversed_by }: Pick<CorrectionView, 'reverses' | 'reversed_by'>): boolean =>
  reverses === null && reversed_by === null
