import type { Service } from '../../src/index.js'

/** True if a gateway is connected to NATS, by its metrics. */
export async function hasNats(gateway: Service): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${gateway.ports.health}/metrics`)
  return /^kla_dependency_up\{dependency="nats".*\} 1$/m.test(await response.text())
}
