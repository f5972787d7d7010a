import {
  type Cup,
  type CupEntry,
  CupState,
  type CupSummary as Summary,
  type CupTie,
  type ListCupsResponse,
  type Tie,
  TieHow,
  TieState,
} from '@kla/proto'
import type {
  AdminCupView,
  Category,
  CupEntryView,
  Cups,
  CupStateName,
  CupSummary,
  CupTieView,
  CupView,
  Mode,
  TieHowName,
  TieStateName,
  TieView,
} from '@kla/proto/web'
import { type ShownId, shownIdOf } from '../shared/shown-ids.js'
import { versionView } from './console-views.js'
import { isoOf, isoOrNull, numberOrNull } from './values.js'

const TIE_STATE: Readonly<Record<TieState, TieStateName>> = {
  [TieState.WAITING]: 'waiting',
  [TieState.CALLED]: 'called',
  [TieState.PLAYING]: 'playing',
  [TieState.DISPUTED]: 'disputed',
  [TieState.DECIDED]: 'decided',
  // An unknown state must not require anything of a player.
  [TieState.UNSPECIFIED]: 'waiting',
  [TieState.UNRECOGNIZED]: 'waiting',
}

const HOW: Readonly<Record<TieHow, TieHowName | null>> = {
  [TieHow.VOTE]: 'vote',
  [TieHow.BYE]: 'bye',
  [TieHow.WALK_OVER]: 'walk-over',
  [TieHow.RETIRED]: 'retired',
  [TieHow.RULE]: 'rule',
  [TieHow.JUDGE]: 'judge',
  [TieHow.VOID]: 'void',
  [TieHow.UNSPECIFIED]: null,
  [TieHow.UNRECOGNIZED]: null,
}

export const tieStateName = (state: TieState): TieStateName => TIE_STATE[state]

/** Shows the room id only to players and judges. */
export const tieView = (tie: Tie): TieView => ({
  id: tie.id,
  round: tie.round,
  position: tie.position,
  player_a: numberOrNull(tie.playerA),
  player_b: numberOrNull(tie.playerB),
  state: TIE_STATE[tie.state],
  how: HOW[tie.how],
  winner_id: numberOrNull(tie.winnerId),
  deadline: isoOrNull(tie.deadlineMs),
  decided_at: isoOrNull(tie.decidedAtMs),
  open_to_verdict: tie.openToVerdict,
})

const CUP_STATE: Readonly<Record<CupState, CupStateName>> = {
  [CupState.SIGN_UP]: 'sign-up',
  [CupState.CHECK_IN]: 'check-in',
  [CupState.RUNNING]: 'running',
  [CupState.FINISHED]: 'finished',
  [CupState.CANCELLED]: 'cancelled',
  // An unknown state must neither invite entries nor look finished.
  [CupState.UNSPECIFIED]: 'running',
  [CupState.UNRECOGNIZED]: 'running',
}

type Common = Omit<Summary, 'entered' | 'champion' | 'championId'>

const common = (cup: Common): Omit<CupSummary, 'entered' | 'champion'> => ({
  id: cup.id,
  name: cup.name,
  mode: cup.mode as Mode,
  category: cup.category as Category,
  capacity: cup.capacity,
  starts_at: isoOf(cup.startsAtMs),
  check_in_at: isoOf(cup.checkInAtMs),
  state: CUP_STATE[cup.state],
  ended_at: isoOrNull(cup.endedAtMs),
})

export const cupSummaryView = (cup: Summary): CupSummary => ({
  ...common(cup),
  entered: cup.entered,
  champion: cup.championId === 0 ? null : { id: cup.championId, username: cup.champion },
})

export const cupsView = ({ cups }: ListCupsResponse): Cups => ({
  cups: cups.map((cup) => cupSummaryView({ ...cup, championId: cup.championAlias ?? cup.championId })),
})

/** Visitors must not link a cup's category to a name. */
export const visitorCupsView = ({ cups }: ListCupsResponse): Cups => ({
  cups: cups.map((cup) => ({ ...cupSummaryView(cup), champion: null })),
})

export const cupEntryView = (entry: CupEntry): CupEntryView => ({
  id: entry.accountId,
  username: entry.username,
  avatar: null,
  seed: entry.seed,
  checked_in: entry.checkedIn,
})

export const visitorCupView = (cup: Cup): CupView =>
  cupView(
    withIds(
      { ...cup, entries: cup.entries.map((entry) => ({ ...entry, username: `Player ${entry.seed}` })) },
      ({ seed }) => seed,
    ),
  )

export const shownCupView = (cup: Cup, accountId: number): CupView => ({
  ...cupView(withIds(cup, shownIdOf)),
  you: cupView(cup, accountId).you,
})

export const shownTieView = (tie: Tie, players: readonly CupEntry[]): TieView =>
  tieView(tieWithIds(tie, shownIdsOfEntries(players)))

export const shownEntryView = (entry: CupEntry): CupEntryView => cupEntryView({ ...entry, accountId: shownIdOf(entry) })

export const shownIdsOfEntries =
  (entries: readonly CupEntry[], idOf: (entry: CupEntry) => number = shownIdOf): ShownId =>
  (accountId) => {
    const found = entries.find((entry) => entry.accountId === accountId)
    return found ? idOf(found) : 0
  }

function withIds(cup: Cup, idOf: (entry: CupEntry) => number): Cup {
  const shownId = shownIdsOfEntries(cup.entries, idOf)
  return {
    ...cup,
    championId: shownId(cup.championId),
    entries: cup.entries.map((entry) => ({ ...entry, accountId: idOf(entry) })),
    ties: cup.ties.map((tie) => tieWithIds(tie, shownId)),
  }
}

/** Includes the last editor, whom players must not see. */
export const adminCupView = (cup: Cup): AdminCupView => ({ ...cupView(cup), ...versionView(cup) })

const tieWithIds = (tie: Tie, shownId: ShownId): Tie => ({
  ...tie,
  playerA: shownId(tie.playerA),
  playerB: shownId(tie.playerB),
  winnerId: shownId(tie.winnerId),
})

export function cupView(cup: Cup, accountId?: number): CupView {
  const champion = cup.entries.find((entry) => entry.accountId === cup.championId)
  const own = cup.entries.find((entry) => entry.accountId === accountId)
  return {
    ...common(cup),
    entered: cup.entries.length,
    champion: champion ? { id: champion.accountId, username: champion.username } : null,
    entries: cup.entries.map(cupEntryView),
    ties: cup.ties.map(tieView),
    version: cup.version,
    you: accountId === undefined ? null : { entered: own !== undefined, checked_in: own?.checkedIn ?? false },
  }
}

/** The pass goes into the fragment, which reaches no server. */
export function watchUrl(publicOrigin: string, roomId: string, pass?: string): string {
  const url = new URL('/watch', publicOrigin)
  url.searchParams.set('room', roomId)
  if (pass !== undefined) url.hash = `pass=${encodeURIComponent(pass)}`
  return url.href
}

const OPEN: ReadonlySet<TieState> = new Set([TieState.PLAYING, TieState.DISPUTED])

/** The console's view of a tie with its cup. */
export function cupTieView(line: CupTie, tie: Tie, publicOrigin: string): CupTieView {
  const watchable = tie.roomId !== '' && OPEN.has(tie.state)
  return {
    cup_id: line.cupId,
    cup_name: line.cupName,
    mode: line.mode as Mode,
    category: line.category as Category,
    tie: tieView(tie),
    version: tie.version,
    player_a: line.playerA ? cupEntryView(line.playerA) : null,
    player_b: line.playerB ? cupEntryView(line.playerB) : null,
    spectators_allowed: line.spectatorsAllowed,
    watchers: line.watchers,
    spectator_url: watchable ? watchUrl(publicOrigin, tie.roomId) : null,
    apart: line.apart,
    safety_exit_by: numberOrNull(line.safetyExitBy),
    verdict: line.verdict
      ? {
          winner_id: numberOrNull(line.verdict.winnerId),
          reason: line.verdict.reason,
          by: line.verdict.by,
          at: isoOf(line.verdict.atMs),
        }
      : null,
  }
}
