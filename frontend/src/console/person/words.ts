import type { PersonBattles, PersonDecisions, PersonOrders, PersonReports, PersonView } from '@kla/proto/web'
import { MODE_WORDS } from '../../entities/game/game-words.js'
import { RULE_WORDS } from '../entities/decisions.js'
import type { PillTone } from '../kit/text.js'

export const nameOfPerson = ({
  player_name,
  global_name,
  username,
}: Pick<PersonView, 'player_name' | 'global_name' | 'username'>): string =>
  player_name ?? global_name ?? (username || 'Deleted account')

const METHOD_WORDS: Readonly<Record<NonNullable<PersonView['age']>['verdicts'][number]['method'], string>> = {
  declaration: 'Declaration',
  estimation: 'Estimation',
  document: 'Document',
}
export const methodWords = (method: keyof typeof METHOD_WORDS): string => METHOD_WORDS[method]

/** Share of decided reports that led to a measure. */
export const upheldWords = ({ total, decided, upheld }: PersonReports['totals']['about']): string => {
  if (total === 0) return 'None'
  if (decided === 0) return `${total}, none decided yet`
  return `${total}, ${upheld} of ${decided} decided upheld (${Math.round((upheld / decided) * 100)}%)`
}

type Battle = PersonBattles['results'][number]

const OUTCOME_WORDS: Readonly<Record<Battle['outcome'], string>> = { won: 'Won', lost: 'Lost', none: 'No winner' }
export const OUTCOME_TONES: Readonly<Record<Battle['outcome'], PillTone>> = {
  won: 'green',
  lost: 'plain',
  none: 'plain',
}
export const battleOutcomeWords = (outcome: Battle['outcome']): string => OUTCOME_WORDS[outcome]

const isMode = (mode: string): mode is keyof typeof MODE_WORDS => Object.hasOwn(MODE_WORDS, mode)

/** Modes of a later release keep their name. */
export const modeWords = (mode: string): string => (isMode(mode) ? MODE_WORDS[mode].name : mode)

export function battleEndWords({ reason, left_by }: Pick<Battle, 'reason' | 'left_by'>): string {
  const who = left_by === 'player' ? 'this player' : 'the opponent'
  if (reason === 'left') return `${who} left`
  if (reason === 'safety') return left_by === null ? 'panic exit' : `${who} took the panic exit`
  if (reason === 'time-cap') return 'time was up'
  if (reason === 'interrupted') return 'interrupted by a fault'
  return ''
}

type Decision = PersonDecisions['results'][number]

export const decisionTitle = ({ outcome, rule }: Pick<Decision, 'outcome' | 'rule'>): string =>
  outcome === 'dismissed' || rule === null ? 'Dismissed' : RULE_WORDS[rule]

type Order = PersonOrders['results'][number]

const ORDER_WORDS: Readonly<Record<Order['status'], string>> = {
  open: 'Open',
  paid: 'Paid',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
  partly_disputed: 'Partly disputed',
}
const ORDER_TONES: Readonly<Partial<Record<Order['status'], PillTone>>> = {
  paid: 'green',
  open: 'amber',
  disputed: 'red',
  partly_disputed: 'red',
}
export const orderPill = (status: Order['status']): { words: string; tone: PillTone } => ({
  words: ORDER_WORDS[status],
  tone: ORDER_TONES[status] ?? 'plain',
})

export const moneyWords = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100)
