import { PASSKEY_CHALLENGE_MS, type PasskeyOptions } from '@kla/proto/web'
import type * as SimpleWebAuthn from '@simplewebauthn/browser'
import { errorCode } from '../../shared/api/errors.js'
import { loadPart } from '../../shared/loading/load-part.js'
import { browserClock, type Clock } from '../../shared/realtime/clock.js'

/** True if the browser can make and use passkeys. Says the same as the library, which is loaded later. */
export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

type Library = Pick<typeof SimpleWebAuthn, 'startAuthentication' | 'startRegistration' | 'WebAuthnAbortService'>
type Credential = Record<string, unknown>
type Called<Answer> = Promise<{ data?: Answer | undefined; error?: unknown }>

/** Result of making or using a passkey. */
export type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly problem: string }

const TOO_LATE = 'That took too long. Try again.'
const FAILED = "Your browser couldn't use a passkey. Try again, or use another device."

const PROBLEMS: Readonly<Partial<Record<string, string>>> = {
  InvalidStateError: 'This device already has a passkey for you. Use it, or add one on another device.',
  ConstraintError: "This device can't check that it's you. Set a PIN or a screen lock on it, or use another device.",
  SecurityError: "Passkeys don't work at this address. Open the console at its usual address.",
  PartMissing: "We couldn't load what passkeys need. Check your connection, then try again.",
}

/** Words for a failure of the browser; null if the person cancelled. Browsers name an expired wait like a cancelled one. */
export function ceremonyProblem(error: unknown, isOver: boolean): string | null {
  const name = String((error as { name?: unknown } | null)?.name)
  if (name === 'NotAllowedError' || name === 'AbortError') return isOver ? TOO_LATE : null
  return PROBLEMS[name] ?? FAILED
}

interface CeremonyDeps {
  load: () => Promise<Library>
  clock: Clock
}

interface Steps<Answer> {
  begin: () => Called<PasskeyOptions>
  finish: (proof: { id: string; credential: Credential }) => Called<Answer>
  /** Words for a refusal of the server. */
  problemOf: (error: unknown) => string
}

/** Makes or uses a passkey: options of the server, then the browser's prompt, then the server's check. */
export function createCeremonies({ load, clock }: CeremonyDeps) {
  let cancelPrompt = (): void => undefined
  const run = async <Answer>(
    { begin, finish, problemOf }: Steps<Answer>,
    prompt: (library: Library, options: never) => Promise<object>,
  ): Promise<Outcome<Answer>> => {
    const refused = (error: unknown): Outcome<Answer> =>
      // The confirmation that the call needs was cancelled.
      errorCode(error) === 'STEP_UP_REQUIRED' ? { kind: 'cancelled' } : { kind: 'failed', problem: problemOf(error) }
    const { data: challenge, error } = await begin()
    if (!challenge) return refused(error)
    const { timeout } = challenge.options as { timeout?: number }
    const limitMs = Math.min(timeout ?? PASSKEY_CHALLENGE_MS, PASSKEY_CHALLENGE_MS)
    const endsAtMs = clock.now() + limitMs
    let cancelTimer = (): void => undefined
    let credential: object
    try {
      const library = await load()
      cancelPrompt = () => library.WebAuthnAbortService.cancelCeremony()
      cancelTimer = clock.after(limitMs, cancelPrompt)
      credential = await prompt(library, challenge.options as never)
    } catch (failure) {
      const problem = ceremonyProblem(failure, clock.now() >= endsAtMs)
      return problem === null ? { kind: 'cancelled' } : { kind: 'failed', problem }
    } finally {
      cancelTimer()
      cancelPrompt = () => undefined
    }
    const answer = await finish({ id: challenge.id, credential: { ...credential } })
    return answer.data === undefined ? refused(answer.error) : { kind: 'done', answer: answer.data }
  }
  return {
    /** Withdraws the browser's prompt, if one is open. */
    cancel: () => cancelPrompt(),
    make: <Answer>(steps: Steps<Answer>) =>
      run(steps, ({ startRegistration }, optionsJSON) => startRegistration({ optionsJSON })),
    use: <Answer>(steps: Steps<Answer>) =>
      run(steps, ({ startAuthentication }, optionsJSON) => startAuthentication({ optionsJSON })),
  }
}

/** Loads the library without reloading the page, which would lose what waits for the passkey. */
const load = () => loadPart(() => import('@simplewebauthn/browser'), { inRoom: true })

/** Loads ahead: some browsers prompt only soon after a click. */
export const preparePasskeys = (): void => {
  load().catch(() => undefined)
}

export const ceremonies = createCeremonies({ load, clock: browserClock })
