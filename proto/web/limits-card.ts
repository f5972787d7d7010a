/** Limits card (safety design W11): what players refuse, avoid or welcome. */

export const LIMITS = ['no', 'soft', 'yes'] as const
/** A player's answer for an act. */
export type Limit = (typeof LIMITS)[number]

interface Act {
  readonly token: string
  readonly group: ActGroup
}

export const ACT_GROUPS = ['closeness', 'nudity', 'solo', 'partner', 'kink', 'style'] as const
/** Group of acts on the card. */
export type ActGroup = (typeof ACT_GROUPS)[number]

/** Tokens of acts are never reused. */
export const ACTS = [
  { token: 'kissing', group: 'closeness' },
  { token: 'cuddling', group: 'closeness' },
  { token: 'massage', group: 'closeness' },
  { token: 'dancing', group: 'closeness' },
  { token: 'teasing', group: 'closeness' },
  { token: 'swimwear', group: 'nudity' },
  { token: 'lingerie', group: 'nudity' },
  { token: 'undressing', group: 'nudity' },
  { token: 'part_nude', group: 'nudity' },
  { token: 'nude', group: 'nudity' },
  { token: 'solo_women', group: 'solo' },
  { token: 'solo_men', group: 'solo' },
  { token: 'solo_trans', group: 'solo' },
  { token: 'solo_touch', group: 'solo' },
  { token: 'solo_toys', group: 'solo' },
  { token: 'women_together', group: 'partner' },
  { token: 'men_together', group: 'partner' },
  { token: 'mixed_couple', group: 'partner' },
  { token: 'trans_couple', group: 'partner' },
  { token: 'groups', group: 'partner' },
  { token: 'by_hand', group: 'partner' },
  { token: 'oral', group: 'partner' },
  { token: 'intercourse', group: 'partner' },
  { token: 'anal', group: 'partner' },
  { token: 'toys_together', group: 'partner' },
  { token: 'finish', group: 'partner' },
  { token: 'bondage', group: 'kink' },
  { token: 'blindfolds', group: 'kink' },
  { token: 'spanking', group: 'kink' },
  { token: 'domination', group: 'kink' },
  { token: 'humiliation', group: 'kink' },
  { token: 'rough', group: 'kink' },
  { token: 'roleplay', group: 'kink' },
  { token: 'uniforms', group: 'kink' },
  { token: 'feet', group: 'kink' },
  { token: 'food', group: 'kink' },
  { token: 'leather_latex', group: 'style' },
  { token: 'drawn', group: 'style' },
  { token: 'creatures', group: 'style' },
  { token: 'public_places', group: 'style' },
] as const satisfies readonly Act[]
/** Token of an act, as stored. */
export type ActToken = (typeof ACTS)[number]['token']
export const ACT_TOKENS: readonly ActToken[] = ACTS.map(({ token }) => token)

/** Labels of a GIF; null: not labelled. */
export type LabelledActs = readonly string[] | null

/** Represents unlabelled GIFs; no act has this token. */
export const UNLABELLED = 'unlabelled'

/** What both players allow, less drawn acts. */
export interface UnitedLimits {
  readonly no: readonly string[]
  readonly soft: readonly string[]
  /** Absent: true if `no` is empty. */
  readonly unlabelled?: boolean
}

/** Limits of a pair, with the day's drawn acts by importance. */
export interface LimitsOfPair {
  readonly no: readonly string[]
  readonly soft: readonly string[]
  readonly decoys: readonly string[]
}

/** `no`: never dealt; `soft`: only without alternatives. Unlabelled GIFs may show anything. */
export function limitOn(acts: LabelledActs, { no, soft, unlabelled = no.length === 0 }: UnitedLimits): Limit {
  if (acts === null) return !unlabelled ? 'no' : soft.length > 0 ? 'soft' : 'yes'
  if (acts.some((act) => no.includes(act))) return 'no'
  return acts.some((act) => soft.includes(act)) ? 'soft' : 'yes'
}
