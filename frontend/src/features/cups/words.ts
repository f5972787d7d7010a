import type { CupEntry, TieView } from '../../entities/cup/cups.js'
import { BRACKET, DECIDED_TIE, OPEN_TIE, TIE_HOW, TIE_STATUS } from '../../texts/cup.js'

/** Player names by account id. */
export type Names = ReadonlyMap<number, string>

export const namesOf = (entries: readonly CupEntry[]): Names =>
  new Map(entries.map(({ id, username }) => [id, username]))

export function sideWords(tie: TieView, player: number | null, names: Names): string {
  if (player !== null) return names.get(player) ?? BRACKET.unnamed
  return tie.state === 'waiting' ? BRACKET.undecided : BRACKET.vacant
}

export function statusWords({ state, how }: TieView): string {
  if (state === 'waiting') return ''
  if (state !== 'decided') return TIE_STATUS[state]
  return how ? TIE_HOW[how] : ''
}

export function tieSentence(tie: TieView, names: Names): string {
  const [a, b] = [sideWords(tie, tie.player_a, names), sideWords(tie, tie.player_b, names)]
  if (tie.state !== 'decided') return OPEN_TIE[tie.state]({ a, b })
  const how = tie.how ?? 'vote'
  if (tie.winner_id === null || how === 'void') return DECIDED_TIE.none({ a, b })
  const [winner, loser] = tie.winner_id === tie.player_a ? [a, b] : [b, a]
  return DECIDED_TIE[how]({ winner, loser })
}
