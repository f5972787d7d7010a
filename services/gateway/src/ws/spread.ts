/** Moves that other services can take besides their usual work. */
const MOVES_PER_SECOND = 500
/** Time for routes to forget the address of a stopping gateway. */
const MOVE_MIN_MS = 2_000
/** Connections that may return without spreading. */
const AT_ONCE = 500
/** Returns per second of players of battles: upgrades and handshakes; later calls queue. */
const RETURNS_OF_BATTLES_PER_SECOND = 4_000
/** Other returns per second, which leave players of battles most of the processors. */
const RETURNS_PER_SECOND = 1_500
/** A third of the grace: a single lost connection returns in time too. */
const RETURN_MAX_MS = 5_000

/** Spread of a draining gateway's moves, at most `withinMs`. */
export const moveSpreadMs = (connections: number, withinMs: number): number =>
  Math.min(withinMs, Math.max(MOVE_MIN_MS, Math.ceil((connections / MOVES_PER_SECOND) * 1_000)))

/** Spread of the returns of so many players of battles, besides the usual back-off. */
export const returnSpreadOfBattlesMs = (inBattles: number): number =>
  Math.min(RETURN_MAX_MS, atRateMs(inBattles, RETURNS_OF_BATTLES_PER_SECOND))

/** Spread of the other returns: wider by that of the battles, which go first. */
export const returnSpreadMs = (connections: number, inBattles: number): number =>
  Math.min(RETURN_MAX_MS, atRateMs(connections, RETURNS_PER_SECOND) + returnSpreadOfBattlesMs(inBattles))

const atRateMs = (connections: number, perSecond: number): number =>
  Math.ceil((Math.max(0, connections - AT_ONCE) / perSecond) * 1_000)

const NOTABLE_MS = 250

/** True if a client's known spread is outdated. */
export const isAnotherSpread = (knownMs: number, spreadMs: number): boolean =>
  Math.abs(spreadMs - knownMs) >= NOTABLE_MS && (spreadMs > knownMs * 1.5 || spreadMs * 2 < knownMs)
