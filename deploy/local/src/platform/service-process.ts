import { answersWith } from '../infrastructure/stores.js'
import { type Launched, type Launcher, waitUntil } from '../processes/launcher.js'
import { ROOT } from '../root.js'
import { environmentOf, type Wiring } from './environment.js'
import type { ServiceName, Slot } from './services.js'

/** Loads tracing only with `OTEL_EXPORTER_OTLP_ENDPOINT`. */
const REGISTER_TRACING = `${ROOT}services/chassis/dist/register-tracing.js`

/** A service's running process, with its port. */
export interface ServiceProcess extends Launched {
  readonly service: ServiceName
  readonly slot: Slot
  readonly url: string
}

export async function startService(
  launcher: Launcher,
  wiring: Wiring,
  slot: Slot,
  environment: NodeJS.ProcessEnv = {},
): Promise<ServiceProcess> {
  const launched = launcher.launch({
    name: `${slot.service}-${slot.number}`,
    command: process.execPath,
    args: ['--enable-source-maps', '--import', REGISTER_TRACING, entryOf(slot.service, 'main')],
    env: { ...environmentOf(slot, wiring), ...environment },
    ours: true,
  })
  await waitUntil(launched, () => isReady(slot.health))
  return Object.assign(launched, {
    service: slot.service,
    slot,
    url: slot.http === 0 ? '' : `http://localhost:${slot.http}`,
  })
}

// `fetch` polling takes a fifth of a core.
const isReady = (port: number): Promise<boolean> =>
  answersWith(port, 'HTTP/1.1 200', 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')

/** A one-off command that a service offers. */
export type Chore = 'rebuild-standings' | 'rebuild-pass' | 'verify-audit' | 'verify-evidence'

export const entryOf = (service: ServiceName, entry: 'main' | 'migrate' | 'seed' | Chore): string =>
  `${ROOT}services/${service}/dist/${entry}.js`
