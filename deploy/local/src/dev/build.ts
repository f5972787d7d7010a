import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServiceName } from '@kla/proto/callers'
import { ROOT } from '../root.js'

const COMPILER = 'node_modules/typescript-native/bin/tsc'

/** Compiles services with their imports; false on errors, already printed. */
export async function buildServices(services: readonly ServiceName[]): Promise<boolean> {
  const projects = services.map((service) => `services/${service}`)
  const args = [COMPILER, '-b', ...projects]
  const compiler = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(compiler, 'exit')) as [number | null]
  return code === 0
}
