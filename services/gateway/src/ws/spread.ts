/** How long clients spread their return, milliseconds; pure. */

/** Moves that the other gateways and rooms serve each second beside their usual work. */
const MOVES_PER_SECOND = 500
/** By then routes have forgotten the address of a stopping gateway. */
const MOVE_MIN_MS = 2_000
/** So few may return at once. */
const AT_ONCE = 500
/** Upgrades and handshakes; what follows waits in line. */
const RETURNS_PER_SECOND = 4_000
/** A third of the grace: one connection that was lost alone comes back in time as well. */
const RETURN_MAX_MS = 5_000

/** From a draining gateway, at most within `withinMs`. */
export const moveSpreadMs = (connections: number, withinMs: number): number =>
  Math.min(withinMs, Math.max(MOVE_MIN_MS, Math.ceil((connections / MOVES_PER_SECOND) * 1_000)))

/** After a lost connection, beside the usual back-off. */
export const returnSpreadMs = (connections: number): number =>
  Math.min(RETURN_MAX_MS, Math.ceil((Math.max(0, connections - AT_ONCE) / RETURNS_PER_SECOND) * 1_000))

const NOTABLE_MS = 250

/** Whether a client that knows one spread should be told the other. */
export const isAnotherSpread = (knownMs: number, spreadMs: number): boolean =>
  Math.abs(spreadMs - knownMs) >= NOTABLE_MS && (spreadMs > knownMs * 1.5 || spreadMs * 2 < knownMs)
