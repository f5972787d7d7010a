import { isPaired, seededEntry, type Cup, type SeededEntry, type Tie } from '../../domain/cups/cup.js'
import { isChangeable } from '../../domain/cups/judge-tie.js'

export const LISTED = ['called', 'running', 'disputed', 'over'] as const
/** Under which heading the console lists a tie. */
export type Listed = (typeof LISTED)[number]

/** A tie as the console's list shows it. */
export interface TieLine {
  readonly tieId: string
  readonly listed: Listed
  readonly tie: Tie
  readonly playerA: SeededEntry | null
  readonly playerB: SeededEntry | null
  /** As long as verdicts on the cup are possible at all. */
  readonly openToVerdict: boolean
}

/** The lines of a cup, by tie id: ties that two play or have played. */
export const tieLines = (cup: Cup): ReadonlyMap<string, TieLine> =>
  new Map(cup.ties.filter(isPaired).map((tie) => [tie.id, lineOf(cup, tie)]))

const lineOf = (cup: Cup, tie: Tie): TieLine => ({
  tieId: tie.id,
  listed: listedAs(cup, tie),
  tie,
  playerA: seededEntry(cup, tie.playerA),
  playerB: seededEntry(cup, tie.playerB),
  openToVerdict: isChangeable(cup, tie),
})

function listedAs({ phase }: Cup, { state }: Tie): Listed {
  if (phase !== 'running' || state === 'decided' || state === 'waiting') return 'over'
  return state === 'playing' ? 'running' : state
}
