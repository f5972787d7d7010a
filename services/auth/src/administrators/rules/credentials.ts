const LENGTH_MIN = 12
const LENGTH_MAX = 200

// What everybody tries first. The administrator's own name is added to these.
const KNOWN = [
  'kla', 'admin', 'administrator', 'root', 'owner', 'moderator', 'user', 'login', 'welcome', 'password', 'passwort',
  'secret', 'letmein', 'changeme', 'change', 'me', 'qwerty', 'qwertyuiop', 'asdfghjkl', 'iloveyou', 'test', 'example',
] // prettier-ignore

const DISTINCT_MIN = 5

/** A password as it is hashed: two ways to write the same letter are one. */
export const normalPassword = (password: string): string => password.normalize('NFKC')

/** Whether a password is no good for the administrator of this name: too short, too long, or of words that all know. */
export function isWeakPassword(password: string, name: string): boolean {
  const characters = [...normalPassword(password)]
  if (characters.length < LENGTH_MIN || characters.length > LENGTH_MAX) return true
  if (new Set(characters).size < DISTINCT_MIN) return true
  return isMadeOf([name, ...KNOWN].map(lettersOf), lettersOf(characters.join('')))
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Whether a text is nothing but words of a list, one after another. */
function isMadeOf(words: readonly string[], text: string): boolean {
  const reachable = [true]
  for (let end = 1; end <= text.length; end += 1) {
    reachable[end] = words.some((word) => word !== '' && reachable[end - word.length] === true && text.endsWith(word, end))
  }
  return reachable[text.length] === true
}

/** RFC 6238: how long one code stands. */
export const TOTP_STEP_MS = 30_000
/** Steps by which a clock may be wrong, to either side. */
export const TOTP_WINDOW = 1

export type TotpStep = { readonly step: number } | { readonly refused: 'WRONG_CODE' | 'TOTP_REQUIRED' }

/**
 * The time step that a code is of, if it may still be used. `delta` is how many steps the code is from now, absent when it
 * is of none near. A step counts once: whoever reads a code over a shoulder is too late.
 */
export function usableStep(delta: number | undefined, nowMs: number, lastStep: number): TotpStep {
  if (delta === undefined || Math.abs(delta) > TOTP_WINDOW) return { refused: 'WRONG_CODE' }
  const step = Math.floor(nowMs / TOTP_STEP_MS) + delta
  return step > lastStep ? { step } : { refused: 'WRONG_CODE' }
}

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
