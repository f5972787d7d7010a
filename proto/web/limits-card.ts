/** Limits card (safety design W11): what players refuse, avoid or welcome. */

export const LIMITS = ['no', 'soft', 'yes'] as const
/** A player's answer for an act. */
export type Limit = (typeof LIMITS)[number]

interface Act {
  readonly token: string
  readonly words: string
  readonly group: ActGroup
}

export const ACT_GROUPS = ['Closeness', 'Undress', 'Alone', 'Together', 'Play', 'Style'] as const
/** Group of acts on the card. */
export type ActGroup = (typeof ACT_GROUPS)[number]

/** Tokens of acts are never reused. */
export const ACTS = [
  { token: 'kissing', words: 'Kissing', group: 'Closeness' },
  { token: 'cuddling', words: 'Cuddling', group: 'Closeness' },
  { token: 'massage', words: 'Massage', group: 'Closeness' },
  { token: 'dancing', words: 'Dancing', group: 'Closeness' },
  { token: 'teasing', words: 'Teasing', group: 'Closeness' },
  { token: 'swimwear', words: 'Swimwear', group: 'Undress' },
  { token: 'lingerie', words: 'Underwear and lingerie', group: 'Undress' },
  { token: 'undressing', words: 'Undressing', group: 'Undress' },
  { token: 'part_nude', words: 'Partly nude', group: 'Undress' },
  { token: 'nude', words: 'Fully nude', group: 'Undress' },
  { token: 'solo_women', words: 'A woman alone', group: 'Alone' },
  { token: 'solo_men', words: 'A man alone', group: 'Alone' },
  { token: 'solo_trans', words: 'A trans person alone', group: 'Alone' },
  { token: 'solo_touch', words: 'Touching oneself', group: 'Alone' },
  { token: 'solo_toys', words: 'Toys, alone', group: 'Alone' },
  { token: 'women_together', words: 'Women together', group: 'Together' },
  { token: 'men_together', words: 'Men together', group: 'Together' },
  { token: 'mixed_couple', words: 'A man and a woman', group: 'Together' },
  { token: 'trans_couple', words: 'A couple with a trans person', group: 'Together' },
  { token: 'groups', words: 'More than two people', group: 'Together' },
  { token: 'by_hand', words: 'By hand', group: 'Together' },
  { token: 'oral', words: 'Oral', group: 'Together' },
  { token: 'intercourse', words: 'Intercourse', group: 'Together' },
  { token: 'anal', words: 'Anal', group: 'Together' },
  { token: 'toys_together', words: 'Toys, together', group: 'Together' },
  { token: 'finish', words: 'The finish', group: 'Together' },
  { token: 'bondage', words: 'Ropes and cuffs', group: 'Play' },
  { token: 'blindfolds', words: 'Blindfolds', group: 'Play' },
  { token: 'spanking', words: 'Spanking', group: 'Play' },
  { token: 'domination', words: 'Being in charge, or being led', group: 'Play' },
  { token: 'humiliation', words: 'Humiliation', group: 'Play' },
  { token: 'rough', words: 'Rough play', group: 'Play' },
  { token: 'roleplay', words: 'Role play', group: 'Play' },
  { token: 'uniforms', words: 'Uniforms and costumes', group: 'Play' },
  { token: 'feet', words: 'Feet', group: 'Play' },
  { token: 'food', words: 'Food', group: 'Play' },
  { token: 'leather_latex', words: 'Leather and latex', group: 'Style' },
  { token: 'drawn', words: 'Drawn people', group: 'Style' },
  { token: 'creatures', words: 'Drawn creatures', group: 'Style' },
  { token: 'public_places', words: 'Public places', group: 'Style' },
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
