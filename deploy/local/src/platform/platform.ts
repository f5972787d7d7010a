import type { RunningInfrastructure } from '../infrastructure/start.js'
import type { Console } from './console.js'
import type { Chore, ServiceProcess } from './service-process.js'
import type { ServiceName } from './services.js'
import type { StandIns } from './stand-ins.js'

/** A whole running Kla. */
export interface Platform {
  /** The one address that browsers use: the first gateway's, or the route's. */
  readonly url: string
  readonly infrastructure: RunningInfrastructure
  /** Who is played by this process, and what a test can have them do. */
  readonly standIns: StandIns
  /** Where moderators work, and the first of them. */
  readonly console: Console
  /** What auth signs principals with (Ed25519, PKCS8, PEM): tests of services speak as anybody. */
  readonly principalKey: string
  /** The folder with a folder for each service's certificate and key: tests call as any of them. */
  readonly identities: string
  readonly logDirectory: string
  /** The running processes of a service, in the order of their numbers. */
  running(service: ServiceName): readonly ServiceProcess[]
  /** Adds a process of a service and waits until it is ready. */
  start(service: ServiceName, environment?: NodeJS.ProcessEnv): Promise<ServiceProcess>
  /** Ends it as SIGTERM does, and waits; after `withinMs` it is killed. */
  stop(process: ServiceProcess, withinMs?: number): Promise<void>
  /** Ends it as a power cut would, and waits. */
  kill(process: ServiceProcess): Promise<void>
  /** Freezes it: it keeps its connections and answers nothing. */
  pause(process: ServiceProcess): void
  resume(process: ServiceProcess): void
  /** Runs a chore of a service in its environment; rejects with what it said if it fails. */
  chore(service: ServiceName, chore: Chore, args?: readonly string[]): Promise<void>
  /** Calls `listener` when a process ends that nobody here has ended. */
  onLost(listener: (process: ServiceProcess, how: string) => void): void
  /** Stops everything that was started, and removes what was temporary. */
  close(): Promise<void>
}
