import type { RunningInfrastructure } from '../infrastructure/start.js'
import type { Console } from './console.js'
import type { Chore, ServiceProcess } from './service-process.js'
import type { ServiceName } from './services.js'
import type { StandIns } from './stand-ins.js'

export interface Platform {
  /** The first gateway's, or the route's. */
  readonly url: string
  readonly infrastructure: RunningInfrastructure
  /** Name of the platform's own database on a given PostgreSQL, if it has one. */
  readonly database: string | undefined
  readonly standIns: StandIns
  readonly console: Console
  /** Auth's signing key (Ed25519, PKCS8, PEM). */
  readonly principalKey: string
  /** The folder with each service's certificate and key. */
  readonly identities: string
  readonly logDirectory: string
  running(service: ServiceName): readonly ServiceProcess[]
  start(service: ServiceName, environment?: NodeJS.ProcessEnv): Promise<ServiceProcess>
  /** SIGTERM, then SIGKILL after `withinMs`. */
  stop(process: ServiceProcess, withinMs?: number): Promise<void>
  /** Sends SIGKILL. */
  kill(process: ServiceProcess): Promise<void>
  /** SIGSTOP: it keeps its connections and answers nothing. */
  pause(process: ServiceProcess): void
  resume(process: ServiceProcess): void
  /** Runs a one-off command of a service; rejects with its output if it fails. */
  chore(service: ServiceName, chore: Chore, args?: readonly string[]): Promise<void>
  onLost(listener: (process: ServiceProcess, how: string) => void): void
  close(): Promise<void>
}
