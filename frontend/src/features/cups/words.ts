import type { CupEntry, CupSummary, TieView } from '../../entities/cup/cups.js'

/** Player names by account id. */
export type Names = ReadonlyMap<number, string>

export const namesOf = (entries: readonly CupEntry[]): Names =>
  new Map(entries.map(({ id, username }) => [id, username]))

export function sideWords(tie: TieView, player: number | null, names: Names): string {
  if (player !== null) return names.get(player) ?? 'A player'
  return tie.state === 'waiting' ? 'To be decided' : 'No one'
}

export function statusWords({ state, how }: TieView): string {
  if (state === 'called') return 'Called'
  if (state === 'playing') return 'Playing now'
  if (state === 'disputed') return 'With the judges'
  return state === 'decided' && how ? HOW_WORDS[how] : ''
}

const DECIDED: Readonly<Record<How, (winner: string, loser: string) => string>> = {
  vote: (winner, loser) => `${winner} won against ${loser}, by vote`,
  bye: (winner) => `${winner} goes through without a battle`,
  'walk-over': (winner, loser) => `${winner} goes through: ${loser} wasn't there`,
  retired: (winner, loser) => `${winner} won: ${loser} left`,
  rule: (winner, loser) => `${winner} won against ${loser}, by the rule`,
  judge: (winner, loser) => `${winner} won against ${loser}: a judge decided`,
  void: () => 'No one goes through',
}

export function tieSentence(tie: TieView, names: Names): string {
  const [a, b] = [sideWords(tie, tie.player_a, names), sideWords(tie, tie.player_b, names)]
  if (tie.state !== 'decided') {
    const status = statusWords(tie)
    return `${a} against ${b}${status && `: ${status.toLowerCase()}`}.`
  }
  if (tie.winner_id === null) return `${a} against ${b}: no one goes through.`
  const [winner, loser] = tie.winner_id === tie.player_a ? [a, b] : [b, a]
  return `${DECIDED[tie.how ?? 'vote'](winner, loser)}.`
}

export const CUP_STATE_WORDS: Readonly<Record<CupSummary['state'], string>> = {
  'sign-up': 'Open to enter',
  'check-in': 'Check-in',
  running: 'Running',
  finished: 'Finished',
  cancelled: 'Cancelled',
}

type How = NonNullable<TieView['how']>

export const HOW_WORDS: Readonly<Record<How, string>> = {
  vote: 'By vote',
  bye: 'Bye',
  'walk-over': 'Walk-over',
  retired: 'Opponent left',
  rule: 'By the rule',
  judge: 'By a judge',
  void: 'No one goes through',
}
