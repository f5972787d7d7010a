import { type Launched, type Launcher, waitUntil } from '../processes/launcher.js'
import { ROOT } from '../root.js'
import type { RouteSettings } from '../route/route-main.js'
import type { Slots } from './services.js'

/** Starts the route that leads browsers to the gateways that are ready, as a process of its own. */
export async function startRouteProcess(launcher: Launcher, port: number, slots: Slots): Promise<Launched> {
  const settings: RouteSettings = {
    port,
    gateways: slots.of('gateway').map(({ number, http, realtime, health }) => ({
      ...{ name: `gateway-${number}`, http, realtime, health },
    })),
  }
  const launched = launcher.launch({
    name: 'route',
    command: process.execPath,
    args: [`${ROOT}deploy/local/dist/route/route-main.js`, JSON.stringify(settings)],
    ours: true,
  })
  // It answers before there is a gateway, though not with one.
  await waitUntil(launched, async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status > 0)
  return launched
}
