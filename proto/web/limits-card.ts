/** Limits card (safety design W11): what players refuse, avoid or welcome. */

export const LIMITS = ['no', 'soft', 'yes'] as const
/** A player's answer for an act. */
export type Limit = (typeof LIMITS)[number]

interface Act {
  readonly token: string
  readonly words: string
  readonly group: ActGroup
}

export const ACT_GROUPS = ['Closeness', 'Nudity', 'Solo', 'With a partner', 'Kink', 'Style'] as const
/** Group of acts on the card. */
export type ActGroup = (typeof ACT_GROUPS)[number]

/** Tokens of acts are never reused. */
export const ACTS = [
  { token: 'kissing', words: 'Kissing', group: 'Closeness' },
  { token: 'cuddling', words: 'Cuddling', group: 'Closeness' },
  { token: 'massage', words: 'Massage', group: 'Closeness' },
  { token: 'dancing', words: 'Dancing', group: 'Closeness' },
  { token: 'teasing', words: 'Teasing', group: 'Closeness' },
  { token: 'swimwear', words: 'Swimwear', group: 'Nudity' },
  { token: 'lingerie', words: 'Underwear and lingerie', group: 'Nudity' },
  { token: 'undressing', words: 'Undressing', group: 'Nudity' },
  { token: 'part_nude', words: 'Partly nude', group: 'Nudity' },
  { token: 'nude', words: 'Fully nude', group: 'Nudity' },
  { token: 'solo_women', words: 'A woman alone', group: 'Solo' },
  { token: 'solo_men', words: 'A man alone', group: 'Solo' },
  { token: 'solo_trans', words: 'A trans person alone', group: 'Solo' },
  { token: 'solo_touch', words: 'Masturbation', group: 'Solo' },
  { token: 'solo_toys', words: 'Solo toys', group: 'Solo' },
  { token: 'women_together', words: 'Women together', group: 'With a partner' },
  { token: 'men_together', words: 'Men together', group: 'With a partner' },
  { token: 'mixed_couple', words: 'A man and a woman', group: 'With a partner' },
  { token: 'trans_couple', words: 'A couple with a trans person', group: 'With a partner' },
  { token: 'groups', words: 'More than two people', group: 'With a partner' },
  { token: 'by_hand', words: 'By hand', group: 'With a partner' },
  { token: 'oral', words: 'Oral', group: 'With a partner' },
  { token: 'intercourse', words: 'Intercourse', group: 'With a partner' },
  { token: 'anal', words: 'Anal', group: 'With a partner' },
  { token: 'toys_together', words: 'Toys with a partner', group: 'With a partner' },
  { token: 'finish', words: 'Climax', group: 'With a partner' },
  { token: 'bondage', words: 'Ropes and cuffs', group: 'Kink' },
  { token: 'blindfolds', words: 'Blindfolds', group: 'Kink' },
  { token: 'spanking', words: 'Spanking', group: 'Kink' },
  { token: 'domination', words: 'Being in charge, or being led', group: 'Kink' },
  { token: 'humiliation', words: 'Humiliation', group: 'Kink' },
  { token: 'rough', words: 'Rough play', group: 'Kink' },
  { token: 'roleplay', words: 'Role play', group: 'Kink' },
  { token: 'uniforms', words: 'Uniforms and costumes', group: 'Kink' },
  { token: 'feet', words: 'Feet', group: 'Kink' },
  { token: 'food', words: 'Food', group: 'Kink' },
  { token: 'leather_latex', words: 'Leather and latex', group: 'Style' },
  { token: 'drawn', words: 'Animated', group: 'Style' },
  { token: 'creatures', words: 'Animated creatures', group: 'Style' },
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
