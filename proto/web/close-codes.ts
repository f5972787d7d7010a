/** WebSocket close codes (browser protocol). */
export const CLOSE = {
  /** The gateway is going away: reconnect at once. */
  GOING_AWAY: 1001,
  /** A flood, or a frame that no client of ours sends. */
  POLICY: 1008,
  SIGNED_OUT: 4001,
  BANNED: 4003,
  /** The same account took this seat from another connection. */
  SEAT_TAKEN_OVER: 4009,
} as const
