import type { RunningInfrastructure } from '../infrastructure/start.js'
import type { Console } from './console.js'
import type { Chore, ServiceProcess } from './service-process.js'
import type { ServiceName } from './services.js'
import type { StandIns } from './stand-ins.js'

/** A running platform, with its control. */
export interface Platform {
  readonly url: string
  readonly infrastructure: RunningInfrastructure
  /** Own database on a given PostgreSQL. */
  readonly database: string | undefined
  readonly standIns: StandIns
  readonly console: Console
  /** Auth's signing key (Ed25519, PKCS8, PEM). */
  readonly principalKey: string
  /** Folder of certificates and keys. */
  readonly identities: string
  readonly logDirectory: string
  running(service: ServiceName): readonly ServiceProcess[]
  start(service: ServiceName, environment?: NodeJS.ProcessEnv): Promise<ServiceProcess>
  stop(process: ServiceProcess, withinMs?: number): Promise<void>
  kill(process: ServiceProcess): Promise<void>
  /** SIGSTOP: keeps connections, answers nothing. */
  pause(process: ServiceProcess): void
  resume(process: ServiceProcess): void
  /** Runs a command; rejects with its output. */
  chore(service: ServiceName, chore: Chore, args?: readonly string[]): Promise<void>
  onLost(listener: (process: ServiceProcess, how: string) => void): void
  close(): Promise<void>
}
