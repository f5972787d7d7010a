import { CredentialChecks } from './credential-checks.js'
import type { RealtimeMetrics } from '../metrics.js'
import { type LineName, type LineOwner, WaitingLine, type WaitingLineOptions } from './admission-queue.js'

/**
 * Limits of calls: at most a full batch, at least what keeps two pods busy. Calls count as too slow before they are
 * retried, after 1.5 s.
 */
const CALLS = { min: 8, max: 256, start: 64, targetMs: 250, tooSlowMs: 1_000, waitingMax: 20_000 } as const

const OPTIONS: Readonly<Record<LineName, WaitingLineOptions>> = {
  // A player who leaves must be identified first.
  'sign-ins': { ...CALLS, hurriesExits: true },
  entries: { ...CALLS, hurriesExits: false },
  reads: { ...CALLS, hurriesExits: false },
}

const SWEEP_EVERY_MS = 1_000

export interface AdmissionDeps {
  readonly metrics: Pick<RealtimeMetrics, 'admissionsRefused'>
  /** Clock in monotonic milliseconds. */
  readonly now?: () => number
}

/**
 * Admits calls of returning clients to auth, rooms and game-engine as fast as those serve them. Credentials are checked
 * first. Resumes of known seats precede new joins, which keep a share. Battle commands, chat, signals and leaving are
 * exempt.
 */
export class Admission {
  readonly signIns: WaitingLine
  readonly credentials: CredentialChecks
  readonly entries: WaitingLine
  readonly reads: WaitingLine
  #timer: NodeJS.Timeout | undefined

  constructor({ metrics, now = () => performance.now() }: AdmissionDeps) {
    const line = (name: LineName): WaitingLine =>
      new WaitingLine(OPTIONS[name], { refused: () => metrics.admissionsRefused.inc({ line: name }), now })
    this.signIns = line('sign-ins')
    this.credentials = new CredentialChecks({ line: this.signIns, now })
    this.entries = line('entries')
    this.reads = line('reads')
  }

  /** Waiting sign-ins and entries: a returning client passes both. */
  get waiting(): number {
    return this.signIns.waiting + this.entries.waiting
  }

  lines(): Readonly<Record<LineName, WaitingLine>> {
    return { 'sign-ins': this.signIns, entries: this.entries, reads: this.reads }
  }

  start(): void {
    this.#timer = setInterval(() => this.sweep(), SWEEP_EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  sweep(): void {
    for (const line of Object.values(this.lines())) line.sweep()
  }

  /** Releases the connection's waiting calls, since it is leaving its room. */
  makeWay({ tickets }: LineOwner): void {
    for (const ticket of [...tickets]) ticket.makeWay()
  }

  /** Removes the calls of a closed connection. */
  closed({ tickets }: LineOwner): void {
    for (const ticket of [...tickets]) ticket.leave()
  }
}
