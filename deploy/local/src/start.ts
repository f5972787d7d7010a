import { mkdirSync } from 'node:fs'
import { buildServices } from './dev/build.js'
import { createRestarts } from './dev/restarts.js'
import { watchSources } from './dev/watch-sources.js'
import { isFree } from './infrastructure/ports.js'
import { addDemonstration } from './platform/demonstration.js'
import type { Platform } from './platform/platform.js'
import { startPlatform } from './platform/start.js'
import { LOCAL_DIRECTORY, LocalFailure, ROOT } from './root.js'
import { takeRunFile } from './run-file.js'

const DEFAULT_PORT = 8080
const RESTART_AFTER_MS = 1_000

export interface StartOptions {
  /** Rebuilds and restarts changed services. */
  readonly watch?: boolean
}

/** Runs Kla until `stopping` aborts. */
export async function main(stopping: AbortSignal, options: StartOptions = {}): Promise<void> {
  try {
    await run(stopping, options)
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
  process.exit()
}

async function run(stopping: AbortSignal, { watch = false }: StartOptions): Promise<void> {
  const port = readPort(process.env['PORT'])
  mkdirSync(LOCAL_DIRECTORY, { recursive: true })
  const runFile = await takeRunFile(`${LOCAL_DIRECTORY}/run.json`, `http://localhost:${port}`)
  if ('runsAt' in runFile) {
    console.log(`Kla is already running at ${runFile.runsAt} (process ${runFile.pid}). Ctrl-C there stops it.`)
    return
  }
  try {
    if (!(await isFree(port))) throw new LocalFailure(`Port ${port} is busy: free it, or choose another with PORT=…`)
    const platform = await startPlatform({
      directory: LOCAL_DIRECTORY,
      port,
      infrastructure: given(),
      say: (line) => console.log(line),
      signal: stopping,
    })
    platform.onLost((lost, how) => {
      const what = `${lost.name} ended (${how})`
      if (watch) console.error(`${what}; it starts again when its sources change.\n${lost.tail()}`)
      else void restartLost(platform, lost.service, what, stopping)
    })
    if (!stopping.aborted) {
      await addDemonstration(platform, (line) => console.log(line), Date.now()).catch((error: unknown) =>
        console.error(`The demo data could not be added: ${(error as Error).message}`),
      )
      const { url, administrator, password, deputy } = platform.console
      console.log(`\nThe moderation console is at ${url}\n  Sign in as ${administrator} with the password ${password}`)
      console.log(
        `  To approve what needs two people, sign in as ${deputy.administrator} with the password ${deputy.password}`,
      )
      console.log(`Mail to players is at ${platform.standIns.mailbox.url}/mails`)
      console.log(`\nKla is open at ${platform.url}`)
      if (process.env['ICE_TRANSPORT_POLICY'] !== 'relay')
        console.log("Local mode connects players directly, so they learn each other's addresses.")
    }
    const unwatch = watch ? watchServices(platform) : undefined
    await until(stopping)
    unwatch?.()
    console.log('\nStopping')
    await platform.close()
  } catch (error) {
    if (!stopping.aborted) throw error
  } finally {
    runFile.remove()
  }
}

function watchServices(platform: Platform): () => void {
  const changed = createRestarts({ platform, build: buildServices, say: (line) => console.log(line) })
  console.log('Watching proto/ and services/')
  return watchSources(ROOT, ['proto', 'services'], (paths) => void changed(paths))
}

async function restartLost(
  platform: Platform,
  service: Parameters<Platform['start']>[0],
  what: string,
  stopping: AbortSignal,
): Promise<void> {
  console.error(`${what}; its log is in ${platform.logDirectory}. Starting it again.`)
  await new Promise((resolve) => setTimeout(resolve, RESTART_AFTER_MS))
  if (stopping.aborted) return
  await platform.start(service).catch((error: unknown) => console.error((error as Error).message))
}

function given(): { postgresUrl?: string; redisUrl?: string; natsUrl?: string } {
  const { POSTGRES_URL, REDIS_URL, NATS_URL } = process.env
  return {
    ...(POSTGRES_URL ? { postgresUrl: POSTGRES_URL } : {}),
    ...(REDIS_URL ? { redisUrl: REDIS_URL } : {}),
    ...(NATS_URL ? { natsUrl: NATS_URL } : {}),
  }
}

function readPort(text: string | undefined): number {
  const port = Number(text || DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new LocalFailure(`PORT is ${text}, which is not a port.`)
  return port
}

async function until(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const busy = setInterval(() => undefined, 60_000)
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  clearInterval(busy)
}
