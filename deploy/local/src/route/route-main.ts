import { type Gateway, startRoute, watchGateways } from './route.js'

/** Settings of the load balancer's process. */
export interface RouteSettings {
  readonly port: number
  readonly gateways: readonly Gateway[]
}

const { port, gateways } = JSON.parse(process.argv[2] ?? '') as RouteSettings
process.on('disconnect', () => process.exit(1))
process.on('SIGTERM', () => process.exit(0))
const ready = watchGateways(gateways)
await ready.probeAll()
await startRoute(port, ready)
