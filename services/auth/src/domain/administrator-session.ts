/** How long an administrator's session lives, milliseconds. */
export interface SessionLife {
  /** After its last use. */
  readonly idleMs: number
  /** In all, however much it is used. */
  readonly maxMs: number
}

/** When a session used at `usedAtMs` ends if it is not used again: Unix milliseconds. */
export const sessionExpiry = (openedAtMs: number, usedAtMs: number, life: SessionLife): number =>
  Math.min(usedAtMs + life.idleMs, openedAtMs + life.maxMs)

// Not with every request, and yet nobody who comes back in time notices.
const slackOf = ({ idleMs }: SessionLife): number => Math.min(60_000, Math.floor(idleMs / 20))

/** The new end of a session that is used now, or nothing where the old one is good enough to save a write. */
export function prolongedExpiry(
  session: { readonly openedAtMs: number; readonly expiresAtMs: number },
  nowMs: number,
  life: SessionLife,
): number | undefined {
  const expiresAtMs = sessionExpiry(session.openedAtMs, nowMs, life)
  return expiresAtMs >= session.expiresAtMs + slackOf(life) ? expiresAtMs : undefined
}
