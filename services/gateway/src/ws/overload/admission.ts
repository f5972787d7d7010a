import type { QueueName, RealtimeMetrics } from '../metrics.js'
import { AdmissionQueue, type AdmissionQueueOptions, type CallOwner } from './admission-queue.js'
import { CredentialChecks } from './credential-checks.js'

/**
 * Limits of calls: at most a full batch, at least what keeps two pods busy. Calls count as too slow before their retry,
 * after 1.5 s.
 */
const CALLS = { min: 8, max: 256, start: 64, targetMs: 250, tooSlowMs: 1_000, waitingMax: 20_000 } as const

const OPTIONS: Readonly<Record<QueueName, AdmissionQueueOptions>> = {
  // A player who leaves must be identified first.
  'sign-ins': { ...CALLS, expeditesExits: true },
  entries: { ...CALLS, expeditesExits: false },
  reads: { ...CALLS, expeditesExits: false },
}

const SWEEP_EVERY_MS = 1_000

export interface AdmissionDeps {
  readonly metrics: Pick<RealtimeMetrics, 'admissionsRefused'>
  /** Clock in monotonic milliseconds. */
  readonly now?: () => number
}

/**
 * Admits calls of returning clients as fast as auth, rooms and game-engine serve them. Credentials are checked first.
 * Resumes of players in battles precede those of other seats, and these new joins; each keeps a share. Battle commands,
 * chat, signals and leaving are exempt.
 */
export class Admission {
  readonly signIns: AdmissionQueue
  readonly credentials: CredentialChecks
  readonly entries: AdmissionQueue
  readonly reads: AdmissionQueue
  #timer: NodeJS.Timeout | undefined

  constructor({ metrics, now = () => performance.now() }: AdmissionDeps) {
    const create = (name: QueueName): AdmissionQueue =>
      // The label's name is older than the queues'.
      new AdmissionQueue(OPTIONS[name], { refused: () => metrics.admissionsRefused.inc({ line: name }), now })
    this.signIns = create('sign-ins')
    this.credentials = new CredentialChecks({ queue: this.signIns, now })
    this.entries = create('entries')
    this.reads = create('reads')
  }

  /** Waiting sign-ins and entries: a returning client passes both. */
  get waiting(): number {
    return this.signIns.waiting + this.entries.waiting
  }

  queues(): Readonly<Record<QueueName, AdmissionQueue>> {
    return { 'sign-ins': this.signIns, entries: this.entries, reads: this.reads }
  }

  start(): void {
    this.#timer = setInterval(() => this.sweep(), SWEEP_EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  sweep(): void {
    for (const queue of Object.values(this.queues())) queue.sweep()
  }

  /** Frees a connection that leaves its room: neither its exit nor what precedes that may wait. */
  expedite({ waitingCalls }: CallOwner): void {
    for (const call of [...waitingCalls]) call.expedite()
  }

  closed({ waitingCalls }: CallOwner): void {
    for (const call of [...waitingCalls]) call.cancel()
  }
}
