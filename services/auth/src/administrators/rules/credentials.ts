const LENGTH_MIN = 12
const LENGTH_MAX = 200

const KNOWN = [
  'kla', 'admin', 'administrator', 'root', 'owner', 'moderator', 'user', 'login', 'welcome', 'password', 'passwort',
  'secret', 'letmein', 'changeme', 'change', 'me', 'qwerty', 'qwertyuiop', 'asdfghjkl', 'iloveyou', 'test', 'example',
] // oxfmt-ignore

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

/** Length of a time step, after which the code changes (RFC 6238). */
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

// Crockford's base32: no letters that look like digits.
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const RECOVERY_LENGTH = 16
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`)

/** Normalises a recovery code: lower case, without dashes; undefined if it is none. */
export function recoveryCode(given: string): string | undefined {
  const code = given.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return RECOVERY_CODE.test(code) ? code : undefined
}

/** Makes a recovery code, such as "7k3m-x9qa-02fd-hw5t", of 80 random bits. */
export function newRecoveryCode(random: (bytes: number) => Uint8Array): string {
  // 256 is a multiple of 32.
  const letters = [...random(RECOVERY_LENGTH)].map((byte) => RECOVERY_ALPHABET[byte % 32]).join('')
  return letters.replace(/.{4}(?=.)/g, '$&-')
}

/**
 * True if a signature counter shows a copied passkey. Passkeys that do not count give 0, also ones that counted before
 * they were synchronised.
 */
export const isCopied = (kept: number, given: number): boolean => kept > 0 && given > 0 && given <= kept

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
