import { CredentialChecks } from './credential-checks.js'
import type { RealtimeMetrics } from './metrics.js'
import { WaitingLine, type LineName, type LineOwner, type WaitingLineOptions } from './waiting-line.js'

/**
 * At most as many as a batch holds; at the least, what keeps a service of two pods busy. Too slow is before calls are tried
 * again, after 1.5 s.
 */
const CALLS = { min: 8, max: 256, start: 64, targetMs: 250, tooSlowMs: 1_000, waitingMax: 20_000 } as const

const OPTIONS: Readonly<Record<LineName, WaitingLineOptions>> = {
  // Who leaves has to be known first.
  'sign-ins': { ...CALLS, hurriesExits: true },
  entries: { ...CALLS, hurriesExits: false },
  reads: { ...CALLS, hurriesExits: false },
}

const SWEEP_EVERY_MS = 1_000

export interface AdmissionDeps {
  readonly metrics: Pick<RealtimeMetrics, 'admissionsRefused'>
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/**
 * Admits what returning clients ask of auth, rooms and game-engine at the pace that those serve. Credentials are judged first;
 * resumes of known seats go before new joins, which keep a share. Battle commands, chat, signals and leaving do not pass here.
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

  /** Sign-ins and entries in line: a client that returns passes both. */
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

  /** The connection is leaving its room: nothing of it may wait in line before that. */
  makeWay({ tickets }: LineOwner): void {
    for (const ticket of [...tickets]) ticket.makeWay()
  }

  /** The connection has closed. */
  closed({ tickets }: LineOwner): void {
    for (const ticket of [...tickets]) ticket.leave()
  }
}
