import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Stripe's own mock server, which checks every request against Stripe's published OpenAPI description. */
export interface StripeMock {
  readonly url: string
  close(): Promise<void>
}

/** The newest one. It describes the API as of 2026-08-26.dahlia, the version before the one that the adapter asks for. */
export const STRIPE_MOCK_VERSION = 'v0.203.0'
// A cold build takes half a minute on two cores.
const BUILD_MS = 120_000
const TOOLS = fileURLToPath(new URL('../../../../.local/tools/', import.meta.url))

const run = promisify(execFile)

/** The program, built once with Go into `.local/tools`. Undefined, with one loud line, where that cannot be. */
export async function findStripeMock(): Promise<string | undefined> {
  const program = `${TOOLS}stripe-mock-${STRIPE_MOCK_VERSION}`
  try {
    await access(program).catch(() => build(program))
    return program
  } catch (error) {
    const [reason] = String((error as Error).message).split('\n')
    const what = `the Stripe adapter against stripe-mock ${STRIPE_MOCK_VERSION}`
    process.stderr.write(`NOT RUN: ${what}, which could not be built with Go: ${reason}\n`)
    return undefined
  }
}

async function build(program: string): Promise<void> {
  await mkdir(TOOLS, { recursive: true })
  const folder = await mkdtemp(`${TOOLS}build-`)
  try {
    const env = { ...process.env, GOBIN: folder, GOFLAGS: '-mod=mod' }
    await run('go', ['install', `github.com/stripe/stripe-mock@${STRIPE_MOCK_VERSION}`], { env, timeout: BUILD_MS })
    // In one step, as another run may be building too.
    await rename(`${folder}/stripe-mock`, program)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Starts the mock on a free port. */
export async function startStripeMock(program: string): Promise<StripeMock> {
  const addresses = ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0']
  const child = spawn(program, addresses, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const address = /HTTP at address: (\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    child.stdout.resume()
    return {
      url: `http://${address}`,
      async close() {
        child.kill()
        await exited
      },
    }
  }
  throw new Error('stripe-mock did not start')
}
