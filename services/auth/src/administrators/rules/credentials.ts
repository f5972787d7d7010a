const LENGTH_MIN = 12
const LENGTH_MAX = 200

const KNOWN = [
  'kla', 'admin', 'administrator', 'root', 'owner', 'moderator', 'user', 'login', 'welcome', 'password', 'passwort',
  'secret', 'letmein', 'changeme', 'change', 'me', 'qwerty', 'qwertyuiop', 'asdfghjkl', 'iloveyou', 'test', 'example',
] // prettier-ignore

const DISTINCT_MIN = 5

/** Makes different encodings of a letter equal. */
export const normalPassword = (password: string): string => password.normalize('NFKC')

/** True if too short, too long, or made of common words. */
export function isWeakPassword(password: string, name: string): boolean {
  const characters = [...normalPassword(password)]
  if (characters.length < LENGTH_MIN || characters.length > LENGTH_MAX) return true
  if (new Set(characters).size < DISTINCT_MIN) return true
  return isMadeOf([name, ...KNOWN].map(lettersOf), lettersOf(characters.join('')))
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')

function isMadeOf(words: readonly string[], text: string): boolean {
  const reachable = [true]
  for (let end = 1; end <= text.length; end += 1) {
    reachable[end] = words.some(
      (word) => word !== '' && reachable[end - word.length] === true && text.endsWith(word, end),
    )
  }
  return reachable[text.length] === true
}

/** Time step of RFC 6238. */
export const TOTP_STEP_MS = 30_000
/** Steps that a clock may differ. */
export const TOTP_WINDOW = 1

/** The code's time step, or a refusal. */
export type TotpStep = { readonly step: number } | { readonly refused: 'WRONG_CODE' | 'TOTP_REQUIRED' }

/** Returns the code's step unless used. `delta`: steps from now; undefined if none matches. */
export function usableStep(delta: number | undefined, nowMs: number, lastStep: number): TotpStep {
  if (delta === undefined || Math.abs(delta) > TOTP_WINDOW) return { refused: 'WRONG_CODE' }
  const step = Math.floor(nowMs / TOTP_STEP_MS) + delta
  return step > lastStep ? { step } : { refused: 'WRONG_CODE' }
}

/** Lifetimes in milliseconds, idle and total. */
export interface SessionLife {
  readonly idleMs: number
  readonly maxMs: number
}

export const sessionExpiry = (openedAtMs: number, usedAtMs: number, life: SessionLife): number =>
  Math.min(usedAtMs + life.idleMs, openedAtMs + life.maxMs)

// Saves a write with most requests.
const slackOf = ({ idleMs }: SessionLife): number => Math.min(60_000, Math.floor(idleMs / 20))

/** Undefined if the old expiry suffices. */
export function prolongedExpiry(
  session: { readonly openedAtMs: number; readonly expiresAtMs: number },
  nowMs: number,
  life: SessionLife,
): number | undefined {
  const expiresAtMs = sessionExpiry(session.openedAtMs, nowMs, life)
  return expiresAtMs >= session.expiresAtMs + slackOf(life) ? expiresAtMs : undefined
}
