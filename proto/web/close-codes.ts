/** WebSocket close codes (browser protocol). */
export const CLOSE = {
  GOING_AWAY: 1001,
  /** A flood, or a frame that no client sends. */
  POLICY: 1008,
  SIGNED_OUT: 4001,
  BANNED: 4003,
  /** Another connection took this seat. */
  SEAT_TAKEN_OVER: 4009,
} as const
