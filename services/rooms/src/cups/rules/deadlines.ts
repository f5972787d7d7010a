import { randomWinner } from './blocked-pairs.js'
import { drawBracket } from './bracket.js'
import type { CupMoment, ExpireCommand, TieObservation } from './command.js'
import { betterSeed, type Cup, opponentOf, playersOf, type Tie } from './cup.js'
import { callAgain, decideBlockedTie, decideTie, disputeTie, openedTie } from './ties.js'

export function expire(cup: Cup, { observed }: ExpireCommand, moment: CupMoment): Cup {
  if (cup.phase === 'open') return moment.nowMs < cup.startsAtMs ? cup : drawBracket(cup, moment)
  if (cup.phase !== 'running') return cup
  const ties = cup.ties.map((tie) => expireTie(cup, tie, observed.get(tie.id), moment))
  return ties.every((tie, at) => tie === cup.ties[at]) ? cup : { ...cup, ties }
}

export const isDue = ({ deadlineMs }: Tie, nowMs: number): boolean => deadlineMs !== 0 && deadlineMs <= nowMs

function expireTie(cup: Cup, tie: Tie, observed: TieObservation | undefined, moment: CupMoment): Tie {
  if (!isDue(tie, moment.nowMs)) return tie
  if (tie.state === 'disputed') return expireDispute(cup, tie, moment)
  if (tie.exit) return decideTie(tie, 'retired', opponentOf(tie, tie.exit.accountId), moment.nowMs)
  if (observed?.roomId !== tie.roomId) return tie
  return tie.state === 'called' ? expireCall(cup, tie, observed, moment) : expireRoom(cup, tie, observed, moment)
}

/** Void without a played battle or excused exit. */
const expireDispute = (cup: Cup, tie: Tie, moment: CupMoment): Tie =>
  tie.played || tie.exit?.excused
    ? decideTie(tie, 'rule', winnerByRule(cup, tie, moment), moment.nowMs)
    : decideTie(tie, 'void', 0, moment.nowMs)

/** First to finish wins rush, last wins stamina. Otherwise the better seed, or random after an excused exit. */
function winnerByRule(cup: Cup, tie: Tie, moment: CupMoment): number {
  // The better seed must not gain from it.
  if (tie.finishedBy === 0) return tie.exit?.excused ? randomWinner(cup, tie, moment) : betterSeed(cup, tie)
  return cup.mode === 'rush' ? tie.finishedBy : opponentOf(tie, tie.finishedBy)
}

function expireCall(cup: Cup, tie: Tie, { present, elsewhere, seated }: TieObservation, moment: CupMoment): Tie {
  const { nowMs, rules } = moment
  if (seated.length > 0) return openedTie(tie, moment)
  // A late sweep kept players from reporting.
  if (nowMs - tie.deadlineMs > rules.presenceMs) return { ...tie, deadlineMs: nowMs + 2 * rules.presenceMs }
  const there = playersOf(tie).filter((player) => present.includes(player) && !elsewhere.includes(player))
  return withoutBattle(cup, tie, there, moment)
}

function expireRoom(cup: Cup, tie: Tie, { seated, apart }: TieObservation, moment: CupMoment): Tie {
  // A new block lets only one in.
  if (!tie.begun && apart) return decideBlockedTie(cup, tie, moment)
  const there = playersOf(tie).filter((player) => seated.includes(player))
  if (there.length < 2) return withoutBattle(cup, tie, there, moment)
  if (tie.begun || tie.extended) return disputeTie(tie, moment)
  return { ...tie, extended: true, deadlineMs: moment.nowMs + moment.rules.readyMs }
}

function withoutBattle(cup: Cup, tie: Tie, there: readonly number[], moment: CupMoment): Tie {
  const [one, other] = there
  if (one !== undefined && other === undefined) return decideTie(tie, 'walk-over', one, moment.nowMs)
  if (one === undefined && tie.state === 'called') return decideTie(tie, 'void', 0, moment.nowMs)
  const again = callAgain(cup, tie, moment)
  if (again) return again
  return one === undefined ? decideTie(tie, 'void', 0, moment.nowMs) : disputeTie(tie, moment)
}

/** Next deadline of a cup, undefined without one. */
export function nextDeadline(cup: Cup): number | undefined {
  if (cup.phase === 'open') return cup.startsAtMs
  if (cup.phase !== 'running') return undefined
  const deadlines = cup.ties.map(({ deadlineMs }) => deadlineMs).filter((deadlineMs) => deadlineMs !== 0)
  return deadlines.length === 0 ? undefined : Math.min(...deadlines)
}
